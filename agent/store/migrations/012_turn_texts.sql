create table turn_texts (
    id integer primary key,
    thread text not null references threads (id),
    turn text not null references turns (id),
    part text not null,
    unique (turn, part)
);
create index turn_texts_by_thread on turn_texts (thread);
create virtual table turn_words using fts5(body);
