-- Times are milliseconds since 1970, by the database's clock.

CREATE FUNCTION now_ms() RETURNS bigint LANGUAGE sql VOLATILE
    RETURN (extract(epoch FROM clock_timestamp()) * 1000)::bigint;

-- A day. A broken or hostile worker can withhold a job for no longer.
CREATE FUNCTION longest_lease() RETURNS bigint LANGUAGE sql IMMUTABLE RETURN 86400000;

CREATE TABLE tournament (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    digest text NOT NULL UNIQUE,
    title text NOT NULL,
    announcement text NOT NULL,
    -- The sandbox level that a worker's machine must offer.
    level bigint NOT NULL,
    is_over bigint NOT NULL DEFAULT 0 CHECK (is_over IN (0, 1)),
    created bigint NOT NULL DEFAULT now_ms()
);

CREATE TABLE file (
    hash text PRIMARY KEY,
    bytes bytea NOT NULL
);

CREATE TABLE participant (
    tournament bigint NOT NULL REFERENCES tournament (id),
    number bigint NOT NULL,
    name text NOT NULL,
    author text,
    description text NOT NULL,
    file text REFERENCES file (hash),
    PRIMARY KEY (tournament, number)
);

CREATE TABLE worker (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE,
    -- The levels that its sandbox offers, a digit each.
    levels text NOT NULL,
    processor text NOT NULL
);

-- Tournaments that a worker cannot play, and why. It gets no more jobs of theirs.
CREATE TABLE declined (
    worker bigint NOT NULL REFERENCES worker (id),
    tournament bigint NOT NULL REFERENCES tournament (id),
    why text NOT NULL,
    PRIMARY KEY (worker, tournament)
);

CREATE TABLE pairing (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tournament bigint NOT NULL REFERENCES tournament (id),
    round bigint NOT NULL,
    board bigint NOT NULL,
    extra bigint NOT NULL,
    first bigint NOT NULL,
    second bigint NOT NULL,
    -- The number of its jobs, which are its pairs from 0 on.
    pairs bigint NOT NULL DEFAULT 0,
    UNIQUE (tournament, round, board, extra)
);

-- One pair of games. In a tournament, ids grow in the order in which jobs were added. A pair has
-- two games, so its results are small numbers.
CREATE TABLE job (
    tournament bigint NOT NULL REFERENCES tournament (id),
    id bigint GENERATED ALWAYS AS IDENTITY,
    pairing bigint NOT NULL REFERENCES pairing (id),
    pair bigint NOT NULL,
    lease_until bigint,
    worker bigint REFERENCES worker (id),
    attempt integer NOT NULL DEFAULT 0,
    replays integer,
    margin integer,
    -- 0 open, 1 leased, 2 done
    state smallint NOT NULL DEFAULT 0 CHECK (state IN (0, 1, 2)),
    first_wins smallint,
    second_wins smallint,
    draws smallint,
    first_fouls smallint,
    second_fouls smallint,
    half_points smallint,
    PRIMARY KEY (tournament, id),
    UNIQUE (pairing, pair),
    -- A job that is done has all its sums.
    CHECK (state < 2 OR num_nulls(first_wins, second_wins, draws, first_fouls, second_fouls,
        half_points, margin, replays) = 0)
);

CREATE INDEX job_open ON job (tournament, id) WHERE state = 0;
CREATE INDEX job_leased ON job (tournament, id) WHERE state = 1;
CREATE INDEX job_done ON job (tournament, id) WHERE state = 2;

CREATE TABLE game (
    tournament bigint NOT NULL,
    job bigint NOT NULL,
    number bigint NOT NULL,
    attempt bigint NOT NULL,
    record text NOT NULL,
    PRIMARY KEY (tournament, job, number),
    FOREIGN KEY (tournament, job) REFERENCES job (tournament, id)
);

-- Void games: the machine was too busy for them to count, and they were played again.
CREATE TABLE void_game (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tournament bigint NOT NULL,
    job bigint NOT NULL,
    attempt bigint NOT NULL,
    number bigint NOT NULL,
    record text NOT NULL,
    why text NOT NULL,
    FOREIGN KEY (tournament, job) REFERENCES job (tournament, id)
);

CREATE INDEX void_game_of ON void_game (tournament);

-- A worker does everything through these functions. They run as the store's owner. A worker's role
-- may call them, and may write nothing by itself.

-- A worker that registers again may have changed, so what it declined before is forgotten.
CREATE FUNCTION enter_worker(its_name text, its_levels text, its_processor text)
    RETURNS bigint LANGUAGE sql SECURITY DEFINER SET search_path = ludoteka, pg_temp
AS $$
    DELETE FROM declined WHERE worker = (SELECT id FROM worker WHERE name = its_name);
    INSERT INTO worker (name, levels, processor) VALUES (its_name, its_levels, its_processor)
        ON CONFLICT (name) DO UPDATE SET levels = excluded.levels, processor = excluded.processor
        RETURNING id
$$;

CREATE FUNCTION decline(its_worker bigint, its_tournament bigint, its_why text) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER SET search_path = ludoteka, pg_temp
AS $$
    INSERT INTO declined (worker, tournament, why) VALUES (its_worker, its_tournament, its_why)
        ON CONFLICT (worker, tournament) DO UPDATE SET why = excluded.why
        RETURNING tournament
$$;

-- Leases the first open job; if there is none, the first job whose lease is over. `after` is the
-- last job of the tournament `hint` that the caller leased. The search begins after that job, and
-- so does not walk over jobs that were leased since the last vacuum.
CREATE FUNCTION lease(its_worker bigint, milliseconds bigint, hint bigint, after bigint)
    RETURNS TABLE (tournament bigint, job bigint, attempt bigint, pair bigint, round bigint,
        board bigint, extra bigint, first bigint, second bigint)
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = ludoteka, pg_temp
AS $$
#variable_conflict use_column
DECLARE
    now bigint := now_ms();
    open_to_it bigint;
    found_job bigint;
BEGIN
    -- A lease that is lost in a crash does no harm: the job is open again, and of two reports of an
    -- attempt the first counts.
    PERFORM set_config('synchronous_commit', 'off', true);
    FOR open_to_it IN
        SELECT tournament.id FROM tournament, worker
        WHERE worker.id = its_worker AND is_over = 0
            AND worker.levels LIKE '%' || tournament.level || '%'
            AND NOT EXISTS (SELECT FROM declined
                WHERE declined.worker = its_worker AND declined.tournament = tournament.id)
        ORDER BY tournament.id
    LOOP
        found_job := NULL;
        IF open_to_it = hint THEN
            SELECT id INTO found_job FROM job
                WHERE job.tournament = open_to_it AND state = 0 AND id > after
                ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED;
        END IF;
        IF found_job IS NULL THEN
            SELECT id INTO found_job FROM job WHERE job.tournament = open_to_it AND state = 0
                ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED;
        END IF;
        IF found_job IS NULL THEN
            SELECT id INTO found_job FROM job
                WHERE job.tournament = open_to_it AND state = 1 AND lease_until <= now
                ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED;
        END IF;
        IF found_job IS NOT NULL THEN
            RETURN QUERY
                UPDATE job SET state = 1, attempt = job.attempt + 1, worker = its_worker,
                    lease_until = now + least(milliseconds, longest_lease())
                FROM pairing
                WHERE job.tournament = open_to_it AND job.id = found_job
                    AND pairing.id = job.pairing
                RETURNING job.tournament, job.id, job.attempt::bigint, job.pair,
                    pairing.round, pairing.board,
                    pairing.extra, pairing.first, pairing.second;
            RETURN;
        END IF;
    END LOOP;
END
$$;

-- Returns the number of jobs that were prolonged: 0 if the lease is no longer the caller's.
CREATE FUNCTION prolong(its_tournament bigint, its_job bigint, its_attempt bigint,
    milliseconds bigint) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = ludoteka, pg_temp
AS $$
DECLARE
    jobs bigint;
BEGIN
    PERFORM set_config('synchronous_commit', 'off', true);
    UPDATE job SET lease_until = now_ms() + least(milliseconds, longest_lease())
        WHERE tournament = its_tournament AND id = its_job AND attempt = its_attempt AND state = 1;
    GET DIAGNOSTICS jobs = ROW_COUNT;
    RETURN jobs;
END
$$;

CREATE FUNCTION release(its_tournament bigint, its_job bigint, its_attempt bigint) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER SET search_path = ludoteka, pg_temp
AS $$
    WITH released AS (
        UPDATE job SET state = 0, lease_until = NULL
        WHERE tournament = its_tournament AND id = its_job AND attempt = its_attempt AND state = 1
        RETURNING id
    )
    SELECT count(*) FROM released
$$;

-- Returns 0 if the report was stored, 1 if this attempt was reported before, 2 if another attempt
-- was, and 3 if there is no such attempt.
CREATE FUNCTION report(its_tournament bigint, its_job bigint, its_attempt bigint, its_worker bigint,
    record_1 text, record_2 text, its_first_wins bigint, its_second_wins bigint, its_draws bigint,
    its_first_fouls bigint, its_second_fouls bigint, its_half_points bigint, its_margin bigint,
    void_games text)
    RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = ludoteka, pg_temp
AS $$
DECLARE
    found_pair bigint;
    found_state bigint;
    found_attempt bigint;
BEGIN
    IF num_nulls(its_tournament, its_job, its_attempt, its_worker, record_1, record_2,
            its_first_wins, its_second_wins, its_draws, its_first_fouls, its_second_fouls,
            its_half_points, its_margin, void_games) > 0 THEN
        RAISE EXCEPTION 'a report lacks a value' USING ERRCODE = 'null_value_not_allowed';
    END IF;
    SELECT pair, state, attempt INTO found_pair, found_state, found_attempt FROM job
        WHERE tournament = its_tournament AND id = its_job FOR UPDATE;
    IF found_pair IS NULL OR its_attempt < 1
            OR (found_state < 2 AND its_attempt > found_attempt) THEN
        RETURN 3;
    END IF;
    IF found_state = 2 THEN
        RETURN CASE WHEN its_attempt = found_attempt THEN 1 ELSE 2 END;
    END IF;
    UPDATE job SET state = 2, attempt = its_attempt, worker = its_worker, lease_until = NULL,
            first_wins = its_first_wins, second_wins = its_second_wins, draws = its_draws,
            first_fouls = its_first_fouls, second_fouls = its_second_fouls,
            half_points = its_half_points, margin = its_margin,
            replays = json_array_length(void_games::json)
        WHERE tournament = its_tournament AND id = its_job;
    INSERT INTO game (tournament, job, number, attempt, record) VALUES
        (its_tournament, its_job, 2 * found_pair + 1, its_attempt, record_1),
        (its_tournament, its_job, 2 * found_pair + 2, its_attempt, record_2);
    INSERT INTO void_game (tournament, job, attempt, number, record, why)
        SELECT its_tournament, its_job, its_attempt, number, record, why
        FROM json_to_recordset(void_games::json) AS game (number bigint, record text, why text);
    RETURN 0;
END
$$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA ludoteka FROM PUBLIC;

-- Games that are being played, for spectators only: they may be late or missing.
CREATE UNLOGGED TABLE running (
    tournament bigint NOT NULL,
    job bigint NOT NULL,
    -- The number of the game in its match.
    number bigint NOT NULL,
    -- A game that is over is the first of its pair, and the second is being played.
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
CREATE TRIGGER running_ends AFTER UPDATE OF state, attempt ON job
    FOR EACH ROW EXECUTE FUNCTION end_running();

-- Stores a running game of a job that the caller still holds.
CREATE FUNCTION show_running(its_tournament bigint, its_job bigint, its_attempt bigint,
    its_number bigint, finished bigint, its_record text)
    RETURNS bigint LANGUAGE sql SECURITY DEFINER SET search_path = ludoteka, pg_temp
AS $$
    WITH shown AS (
        INSERT INTO running (tournament, job, number, is_over, record)
            SELECT tournament, id, its_number, finished, its_record FROM job
            WHERE tournament = its_tournament AND id = its_job AND attempt = its_attempt
                AND state = 1 AND its_number BETWEEN 2 * pair + 1 AND 2 * pair + 2
            ON CONFLICT (tournament, job, number)
                DO UPDATE SET is_over = excluded.is_over, record = excluded.record
            RETURNING job
    )
    SELECT count(*) FROM shown
$$;

REVOKE ALL ON FUNCTION end_running, show_running FROM PUBLIC;
