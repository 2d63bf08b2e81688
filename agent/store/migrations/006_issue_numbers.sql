create table issue_numbers (
    project text primary key,
    last integer not null
) without rowid;

create table issues (
    id integer primary key autoincrement,
    key text not null unique,
    project text not null,
    mark text unique,
    issue_type text not null,
    version integer not null,
    created text not null
);
create index issues_by_project on issues (project, id);

create table issue_versions (
    issue integer not null references issues (id),
    version integer not null,
    at text not null,
    summary text not null,
    description text not null,
    priority text not null,
    labels text not null,
    status text not null,
    primary key (issue, version)
) without rowid;

create table issue_links (
    issue integer not null references issues (id),
    url text not null,
    title text not null,
    at text not null,
    primary key (issue, url)
);

create virtual table issue_words using fts5(summary, description);

create table pages (
    id integer primary key autoincrement,
    space text not null,
    title text not null,
    version integer not null,
    created text not null,
    unique (space, title)
);

create table page_versions (
    page integer not null references pages (id),
    version integer not null,
    at text not null,
    title text not null,
    body text not null,
    primary key (page, version)
) without rowid;

create virtual table page_words using fts5(title, body);

create table maturity (
    id text not null,
    user text not null,
    issue text not null,
    at text not null,
    overall real not null,
    scores text not null,
    primary key (user, id)
);
create index maturity_by_issue on maturity (user, issue, at);
