create table threads (
    id text primary key,
    owner text not null,
    workflow text not null,
    title text not null,
    status text not null default 'new',
    pinned integer not null default 0,
    created text not null,
    updated text not null,
    deleted text,
    purged integer not null default 0,
    carry text not null default '{}'
);
create index threads_by_owner on threads (owner, workflow, updated);

create table turns (
    id text primary key,
    thread text not null references threads (id),
    n integer not null,
    text text not null,
    inputs text not null,
    model text not null,
    status text not null,
    error text,
    record blob,
    carry text not null default '{}',
    created text not null,
    finished text,
    unique (thread, n)
);

create table runs (
    id text primary key,
    thread text not null references threads (id),
    turn text not null references turns (id),
    kind text not null,
    model text not null,
    holder text not null,
    status text not null,
    started text not null,
    finished text
);
create index runs_by_status on runs (status);
create index runs_by_turn on runs (turn);

create table pulse (
    id integer primary key check (id = 1),
    at text not null
);

create table leases (
    thread text primary key references threads (id),
    run text not null,
    holder text not null,
    expires real not null
);

create table steps (
    turn text not null references turns (id),
    task text not null,
    run text not null,
    step text not null,
    started text not null,
    milliseconds real not null,
    outcome text not null,
    changed text not null,
    thinking text not null,
    tools text not null,
    usage text not null,
    primary key (turn, task)
) without rowid;

create table entries (
    turn text not null references turns (id),
    key text not null,
    n integer not null,
    kind text not null,
    data text not null,
    primary key (turn, key)
) without rowid;

create table questions (
    id text primary key,
    thread text not null references threads (id),
    turn text not null references turns (id),
    interrupt text not null,
    payload text not null,
    digest text not null,
    status text not null,
    expires text,
    created text not null
);
create index questions_by_thread on questions (thread, status);

create table decisions (
    question text primary key references questions (id),
    thread text not null,
    turn text not null,
    digest text not null,
    reply text not null,
    who text not null,
    at text not null
);

create table ratings (
    turn text primary key references turns (id),
    value integer not null,
    reason text not null,
    at text not null
);

create table sealed (
    thread text not null references threads (id),
    key text not null,
    data text not null,
    primary key (thread, key)
);

create table attempts (
    id text primary key,
    user text not null,
    thread text not null,
    subject text not null,
    topic text not null,
    created text not null,
    score integer not null,
    total integer not null,
    result text not null
);
create index attempts_by_user on attempts (user, subject, created);
