-- Games that are being played, for whoever watches. Nothing else reads them: they may be late, or missing.
CREATE TABLE running (
    job INTEGER NOT NULL REFERENCES job (id) ON DELETE CASCADE,
    -- In its match.
    number INTEGER NOT NULL,
    -- Then it is the first of its pair, and the second is being played.
    is_over INTEGER NOT NULL CHECK (is_over IN (0, 1)),
    record TEXT NOT NULL,
    PRIMARY KEY (job, number)
) STRICT;

-- A job that is reported, given back or leased again has no running games.
CREATE TRIGGER running_ends AFTER UPDATE OF state, attempt ON job BEGIN
    DELETE FROM running WHERE job = new.id;
END;
