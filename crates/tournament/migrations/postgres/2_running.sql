-- Games that are being played, for whoever watches. Nothing else reads them: they may be late, or missing.
CREATE UNLOGGED TABLE running (
    tournament bigint NOT NULL,
    job bigint NOT NULL,
    -- In its match.
    number bigint NOT NULL,
    -- Then it is the first of its pair, and the second is being played.
    is_over bigint NOT NULL CHECK (is_over IN (0, 1)),
    record text NOT NULL,
    PRIMARY KEY (tournament, job, number),
    FOREIGN KEY (tournament, job) REFERENCES job (tournament, id) ON DELETE CASCADE
);

CREATE FUNCTION end_running() RETURNS trigger LANGUAGE plpgsql SET search_path = ludoteka, pg_temp
AS $$
BEGIN
    DELETE FROM running WHERE tournament = new.tournament AND job = new.id;
    RETURN NULL;
END
$$;

-- A job that is reported, given back or leased again has no running games.
CREATE TRIGGER running_ends AFTER UPDATE OF state, attempt ON job FOR EACH ROW EXECUTE FUNCTION end_running();

-- A game of a job that the caller still holds.
CREATE FUNCTION show_running(its_tournament bigint, its_job bigint, its_attempt bigint, its_number bigint, finished bigint, its_record text)
    RETURNS bigint LANGUAGE sql SECURITY DEFINER SET search_path = ludoteka, pg_temp
AS $$
    WITH shown AS (
        INSERT INTO running (tournament, job, number, is_over, record)
            SELECT tournament, id, its_number, finished, its_record FROM job
            WHERE tournament = its_tournament AND id = its_job AND attempt = its_attempt AND state = 1
                AND its_number BETWEEN 2 * pair + 1 AND 2 * pair + 2
            ON CONFLICT (tournament, job, number) DO UPDATE SET is_over = excluded.is_over, record = excluded.record
            RETURNING job
    )
    SELECT count(*) FROM shown
$$;

REVOKE ALL ON FUNCTION end_running, show_running FROM PUBLIC;
