create table issue_plans (
    issue integer not null references issues (id),
    version integer not null,
    assignee text not null,
    due text not null,
    primary key (issue, version)
) without rowid;

create table issue_relations (
    issue integer not null references issues (id),
    relation text not null,
    other text not null,
    primary key (issue, relation, other)
) without rowid;
