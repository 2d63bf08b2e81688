create table contests (
    quiz text not null,
    item text not null,
    user text not null,
    thread text not null,
    subject text not null,
    data text not null,
    reason text not null,
    at text not null,
    status text not null,
    decided_by text not null default '',
    decided text not null default '',
    primary key (quiz, item)
) without rowid;
create index contests_by_item on contests (item, status);
create index contests_by_thread on contests (thread);

create table contest_log (
    at text not null,
    item text not null,
    quiz text not null,
    what text not null,
    who text not null,
    why text not null
);

create table cards (
    user text not null,
    item text not null,
    subject text not null,
    data text not null,
    card text not null,
    due text not null,
    last text not null,
    quiz text not null,
    repetitions integer not null,
    lapses integer not null,
    primary key (user, item)
) without rowid;
create index cards_by_due on cards (user, due);
