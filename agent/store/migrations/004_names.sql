create table names (
    owner text not null,
    name text not null,
    thread text not null references threads (id),
    primary key (owner, name)
) without rowid;
create index names_by_thread on names (thread);
