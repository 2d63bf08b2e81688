-- Of an upload that could not be read: it never can be.
ALTER TABLE upload ADD COLUMN is_final INTEGER NOT NULL DEFAULT 0;
