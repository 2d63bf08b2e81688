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
