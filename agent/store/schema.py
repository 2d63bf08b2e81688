"""The ledger's tables. Append a script to change them; never edit one that has shipped."""

SCRIPTS = (
    """
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
    """,
    "alter table runs add column stop_asked integer not null default 0",
    """
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
    """,
    """
    create table names (
        owner text not null,
        name text not null,
        thread text not null references threads (id),
        primary key (owner, name)
    ) without rowid;
    create index names_by_thread on names (thread);
    """,
    """
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
    """,
    """
    create table issue_numbers (
        project text primary key,
        last integer not null
    ) without rowid;

    create table issues (
        id integer primary key autoincrement,
        key text not null unique,
        project text not null,
        mark text unique,
        issue_type text not null,
        version integer not null,
        created text not null
    );
    create index issues_by_project on issues (project, id);

    create table issue_versions (
        issue integer not null references issues (id),
        version integer not null,
        at text not null,
        summary text not null,
        description text not null,
        priority text not null,
        labels text not null,
        status text not null,
        primary key (issue, version)
    ) without rowid;

    create table issue_links (
        issue integer not null references issues (id),
        url text not null,
        title text not null,
        at text not null,
        primary key (issue, url)
    );

    create virtual table issue_words using fts5(summary, description);

    create table pages (
        id integer primary key autoincrement,
        space text not null,
        title text not null,
        version integer not null,
        created text not null,
        unique (space, title)
    );

    create table page_versions (
        page integer not null references pages (id),
        version integer not null,
        at text not null,
        title text not null,
        body text not null,
        primary key (page, version)
    ) without rowid;

    create virtual table page_words using fts5(title, body);

    create table maturity (
        id text not null,
        user text not null,
        issue text not null,
        at text not null,
        overall real not null,
        scores text not null,
        primary key (user, id)
    );
    create index maturity_by_issue on maturity (user, issue, at);
    """,
    """
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
    """,
    """
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
    """,
    """
    alter table questions add column put_away integer not null default 0;
    create index questions_to_put_away on questions (expires) where put_away = 0;
    """,
    "alter table runs add column fence integer not null default 0",
    """
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
    """,
    """
    create table turn_texts (
        id integer primary key,
        thread text not null references threads (id),
        turn text not null references turns (id),
        part text not null,
        unique (turn, part)
    );
    create index turn_texts_by_thread on turn_texts (thread);
    create virtual table turn_words using fts5(body);
    """,
    """
    create table issue_comments (
        issue integer not null references issues (id),
        mark text not null,
        at text not null,
        body text not null,
        primary key (issue, mark)
    );
    """,
    """
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
    """,
)
