-- What a guide was before its last change.
CREATE TABLE guide_before (subject TEXT PRIMARY KEY, data TEXT NOT NULL);
