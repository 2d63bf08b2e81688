create table request_keys (
    owner text not null,
    key text not null,
    digest text not null,
    turn text not null references turns (id),
    run text not null,
    at text not null,
    primary key (owner, key)
) without rowid;
create index request_keys_by_time on request_keys (at);
