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
