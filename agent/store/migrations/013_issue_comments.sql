create table issue_comments (
    issue integer not null references issues (id),
    mark text not null,
    at text not null,
    body text not null,
    primary key (issue, mark)
);
