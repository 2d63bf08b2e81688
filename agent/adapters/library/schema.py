"""The library file: documents, their passages and vectors, guides, quiz items.

Scripts for `Database`; what is released stays as it is, changes are appended.
"""

SCHEMA = (
    """
    CREATE TABLE document (
        id TEXT PRIMARY KEY,
        subject TEXT NOT NULL,
        title TEXT NOT NULL,
        text TEXT NOT NULL,
        kind TEXT NOT NULL,
        topic TEXT NOT NULL,
        author TEXT NOT NULL,
        date TEXT NOT NULL,
        source TEXT NOT NULL,
        language TEXT NOT NULL,
        licence TEXT NOT NULL,
        owner TEXT NOT NULL,
        pages TEXT NOT NULL
    );
    CREATE INDEX document_subject ON document (subject);

    -- AUTOINCREMENT: a number once seen never means another passage.
    CREATE TABLE chunk (
        n INTEGER PRIMARY KEY AUTOINCREMENT,
        subject TEXT NOT NULL,
        kind TEXT NOT NULL,
        language TEXT NOT NULL,
        id TEXT NOT NULL UNIQUE,
        document TEXT NOT NULL REFERENCES document (id) ON DELETE CASCADE,
        heading TEXT NOT NULL,
        page INTEGER,
        text TEXT NOT NULL
    );
    CREATE INDEX chunk_document ON chunk (document);
    CREATE INDEX chunk_subject ON chunk (subject);
    -- Lets a search look past thousands of matches without reading their texts.
    CREATE INDEX chunk_kept ON chunk (n, subject, kind, language);

    CREATE VIRTUAL TABLE word USING fts5 (
        title, heading, body, tokenize = 'porter unicode61 remove_diacritics 2'
    );
    CREATE TRIGGER chunk_gone AFTER DELETE ON chunk BEGIN
        DELETE FROM word WHERE rowid = old.n;
    END;

    CREATE TABLE vector (
        chunk INTEGER PRIMARY KEY REFERENCES chunk (n) ON DELETE CASCADE,
        model TEXT NOT NULL,
        data BLOB NOT NULL
    );
    CREATE INDEX vector_model ON vector (model);

    -- Counts every change of a subject's passages or vectors.
    CREATE TABLE revision (subject TEXT PRIMARY KEY, n INTEGER NOT NULL);

    CREATE TABLE note (key TEXT PRIMARY KEY, value TEXT NOT NULL);

    CREATE TABLE guide (subject TEXT PRIMARY KEY, data TEXT NOT NULL);

    CREATE TABLE item (
        id TEXT PRIMARY KEY,
        subject TEXT NOT NULL,
        topic TEXT NOT NULL,
        difficulty TEXT NOT NULL,
        data TEXT NOT NULL
    );
    CREATE INDEX item_subject ON item (subject);
    """,
    """
    -- Whose a passage is, so that a search need not look at its document.
    ALTER TABLE chunk ADD COLUMN owner TEXT NOT NULL DEFAULT '';
    DROP INDEX chunk_kept;
    CREATE INDEX chunk_kept ON chunk (n, subject, kind, language, owner);

    -- What users have made themselves; the others are those that documents name.
    CREATE TABLE subject (
        id TEXT PRIMARY KEY,
        owner TEXT NOT NULL,
        title TEXT NOT NULL,
        language TEXT NOT NULL
    );

    -- `given` and `found` are metadata as JSON; `previous` is the version that a new one
    -- replaces, as JSON, until that is read; `beat` is when its reader last gave a sign of life.
    CREATE TABLE upload (
        id TEXT PRIMARY KEY,
        owner TEXT NOT NULL,
        subject TEXT NOT NULL,
        name TEXT NOT NULL,
        digest TEXT NOT NULL,
        size INTEGER NOT NULL,
        created TEXT NOT NULL,
        queued TEXT NOT NULL,
        status TEXT NOT NULL,
        done INTEGER NOT NULL DEFAULT 0,
        total INTEGER NOT NULL DEFAULT 0,
        tries INTEGER NOT NULL DEFAULT 0,
        beat REAL NOT NULL DEFAULT 0,
        given TEXT NOT NULL DEFAULT '{}',
        found TEXT NOT NULL DEFAULT '{}',
        notes TEXT NOT NULL DEFAULT '[]',
        pages INTEGER NOT NULL DEFAULT 0,
        passages INTEGER NOT NULL DEFAULT 0,
        message TEXT NOT NULL DEFAULT '',
        hint TEXT NOT NULL DEFAULT '',
        previous TEXT NOT NULL DEFAULT '',
        removed TEXT NOT NULL DEFAULT ''
    );
    CREATE INDEX upload_owner ON upload (owner, subject);
    CREATE INDEX upload_status ON upload (status);
    CREATE INDEX upload_digest ON upload (digest);
    """,
    """
    -- What a guide was before its last change.
    CREATE TABLE guide_before (subject TEXT PRIMARY KEY, data TEXT NOT NULL);
    """,
    """
    -- Of an upload that could not be read: it never can be.
    ALTER TABLE upload ADD COLUMN is_final INTEGER NOT NULL DEFAULT 0;
    """,
    """
    -- Courses that a school has brought in, besides those that come with the app.
    CREATE TABLE course (
        id TEXT PRIMARY KEY,
        n INTEGER NOT NULL,
        data TEXT NOT NULL
    ) WITHOUT ROWID;

    -- Whether the address of a course answered when it was last tried.
    CREATE TABLE course_link (
        url TEXT PRIMARY KEY,
        checked TEXT NOT NULL,
        is_gone INTEGER NOT NULL
    ) WITHOUT ROWID;

    -- By digest of the text, so that a changed course gets another.
    CREATE TABLE course_vector (
        digest TEXT NOT NULL,
        model TEXT NOT NULL,
        data BLOB NOT NULL,
        PRIMARY KEY (digest, model)
    ) WITHOUT ROWID;
    """,
)
