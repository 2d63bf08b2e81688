create table effects (
    key text primary key,
    kind text not null,
    target text not null,
    digest text not null,
    approval text not null,
    thread text not null,
    run text not null,
    status text not null,
    result text,
    at text not null,
    finished text
) without rowid;
create index effects_by_status on effects (status, target);
create index effects_by_thread on effects (thread);

create table targets (
    target text primary key,
    thread text not null,
    run text not null,
    fence text not null
) without rowid;

create table audit (
    n integer primary key autoincrement,
    at text not null,
    who text not null,
    what text not null,
    thread text not null,
    data text not null,
    hash text not null
);
create index audit_by_thread on audit (thread);
