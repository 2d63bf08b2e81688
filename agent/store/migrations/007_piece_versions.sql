create table piece_versions (
    user text not null,
    piece text not null,
    id text not null,
    thread text not null,
    number integer not null,
    at text not null,
    why text not null,
    content text not null,
    comment text not null,
    primary key (user, piece, id),
    unique (user, piece, number)
);
create index piece_versions_by_thread on piece_versions (thread);

create table kept_pieces (
    user text not null,
    id text not null,
    kind text not null,
    title text not null,
    content text not null,
    research text,
    thread text not null,
    at text not null,
    deleted text,
    primary key (user, id)
);
create index kept_pieces_deleted on kept_pieces (deleted) where deleted is not null;

create table pictures (
    user text not null,
    id text not null,
    thread text not null,
    png blob not null,
    svg text not null,
    width integer not null,
    height integer not null,
    alt text not null,
    is_card integer not null,
    model text not null,
    notice text not null,
    primary key (user, id)
);
create index pictures_by_thread on pictures (thread);

create table brands (
    user text primary key,
    profile text not null
) without rowid;

create table appeals (
    user text not null,
    id text not null,
    at text not null,
    text text not null,
    verdict text not null,
    comment text not null,
    primary key (user, id)
);
