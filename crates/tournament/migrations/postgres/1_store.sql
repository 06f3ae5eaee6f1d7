-- Times are milliseconds since 1970, by the database's clock.

-- This function has SQLite's name, so that both databases get the same statements.
CREATE FUNCTION unixepoch(what text) RETURNS double precision LANGUAGE sql VOLATILE
    RETURN CAST(extract(epoch FROM clock_timestamp()) AS double precision);

CREATE TABLE tournament (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    digest text NOT NULL UNIQUE,
    title text NOT NULL,
    announcement text NOT NULL,
    -- The sandbox level that a worker's machine must offer.
    level bigint NOT NULL,
    is_over bigint NOT NULL DEFAULT 0 CHECK (is_over IN (0, 1)),
    created bigint NOT NULL DEFAULT (CAST(unixepoch('subsec') * 1000 AS bigint))
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

-- One pair of games: when it is done, with its sums and the records of both games. In a tournament,
-- ids grow in the order in which jobs were added.
CREATE TABLE job (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tournament bigint NOT NULL REFERENCES tournament (id),
    pairing bigint NOT NULL REFERENCES pairing (id),
    pair bigint NOT NULL,
    -- 0 open, 1 leased, 2 done
    state bigint NOT NULL DEFAULT 0 CHECK (state IN (0, 1, 2)),
    attempt bigint NOT NULL DEFAULT 0,
    worker bigint REFERENCES worker (id),
    lease_until bigint,
    first_wins bigint,
    second_wins bigint,
    draws bigint,
    first_fouls bigint,
    second_fouls bigint,
    half_points bigint,
    margin bigint,
    replays bigint,
    one text,
    two text,
    UNIQUE (pairing, pair),
    CHECK (state < 2
        OR first_wins + second_wins + draws + first_fouls + second_fouls + half_points + margin
            + replays IS NOT NULL AND one IS NOT NULL AND two IS NOT NULL)
);

CREATE INDEX job_open ON job (tournament, id) WHERE state = 0;
CREATE INDEX job_leased ON job (tournament, id) WHERE state = 1;
CREATE INDEX job_done ON job (tournament, id) WHERE state = 2;

-- Void games: the machine was too busy for them to count, and they were played again.
CREATE TABLE void_game (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tournament bigint NOT NULL REFERENCES tournament (id),
    job bigint NOT NULL REFERENCES job (id) ON DELETE CASCADE,
    number bigint NOT NULL,
    record text NOT NULL,
    why text NOT NULL
);

CREATE INDEX void_game_of ON void_game (job);

-- Games that are being played, for spectators only: they may be late or missing.
CREATE UNLOGGED TABLE running (
    job bigint NOT NULL REFERENCES job (id) ON DELETE CASCADE,
    -- The number of the game in its match.
    number bigint NOT NULL,
    -- The attempt that plays the game. Games of earlier attempts are not shown.
    attempt bigint NOT NULL,
    -- A game that is over is the first of its pair, and the second is being played.
    is_over bigint NOT NULL CHECK (is_over IN (0, 1)),
    record text NOT NULL,
    PRIMARY KEY (job, number)
);
