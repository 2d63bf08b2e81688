create table learning_plans (
    user text not null,
    id text not null,
    thread text not null,
    title text not null,
    status text not null,
    at text not null,
    plan text not null,
    primary key (user, id)
);
create index learning_plans_by_thread on learning_plans (thread);

create table learning_progress (
    user text not null,
    plan text not null,
    id text not null,
    at text not null,
    entry text not null,
    primary key (user, plan, id),
    foreign key (user, plan) references learning_plans (user, id) on delete cascade
);

create table course_searches (
    key text primary key,
    at text not null,
    courses text not null
) without rowid;
