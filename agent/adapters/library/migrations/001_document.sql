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
