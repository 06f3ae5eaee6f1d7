-- Times are milliseconds since 1970, by the database's clock.

CREATE TABLE tournament (
    id INTEGER PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    announcement TEXT NOT NULL,
    -- The sandbox level that a worker's machine must offer.
    level INTEGER NOT NULL,
    is_over INTEGER NOT NULL DEFAULT 0 CHECK (is_over IN (0, 1))
) STRICT;

CREATE TABLE file (
    hash TEXT PRIMARY KEY,
    bytes BLOB NOT NULL
) STRICT;

CREATE TABLE worker (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    -- The levels that its sandbox offers, a digit each.
    levels TEXT NOT NULL,
    processor TEXT NOT NULL
) STRICT;

CREATE TABLE pairing (
    id INTEGER PRIMARY KEY,
    tournament INTEGER NOT NULL REFERENCES tournament (id),
    round INTEGER NOT NULL,
    board INTEGER NOT NULL,
    extra INTEGER NOT NULL,
    first INTEGER NOT NULL,
    second INTEGER NOT NULL,
    -- The number of its jobs, which are its pairs from 0 on.
    pairs INTEGER NOT NULL DEFAULT 0,
    UNIQUE (tournament, round, board, extra)
) STRICT;

-- One pair of games: when it is done, with its sums and the records of both games. In a tournament,
-- ids grow in the order in which jobs were added.
CREATE TABLE job (
    id INTEGER PRIMARY KEY,
    tournament INTEGER NOT NULL REFERENCES tournament (id),
    pairing INTEGER NOT NULL REFERENCES pairing (id),
    pair INTEGER NOT NULL,
    -- 0 open, 1 leased, 2 done
    state INTEGER NOT NULL DEFAULT 0 CHECK (state IN (0, 1, 2)),
    attempt INTEGER NOT NULL DEFAULT 0,
    worker INTEGER REFERENCES worker (id),
    lease_until INTEGER,
    first_wins INTEGER,
    second_wins INTEGER,
    draws INTEGER,
    first_fouls INTEGER,
    second_fouls INTEGER,
    half_points INTEGER,
    margin INTEGER,
    replays INTEGER,
    one TEXT,
    two TEXT,
    UNIQUE (pairing, pair),
    CHECK (state < 2
        OR first_wins + second_wins + draws + first_fouls + second_fouls + half_points + margin
            + replays IS NOT NULL AND one IS NOT NULL AND two IS NOT NULL)
) STRICT;

CREATE INDEX job_open ON job (tournament, id) WHERE state = 0;
CREATE INDEX job_leased ON job (tournament, id) WHERE state = 1;
CREATE INDEX job_done ON job (tournament, id) WHERE state = 2;

-- Void games: the machine was too busy for them to count, and they were played again.
CREATE TABLE void_game (
    id INTEGER PRIMARY KEY,
    tournament INTEGER NOT NULL REFERENCES tournament (id),
    job INTEGER NOT NULL REFERENCES job (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    record TEXT NOT NULL,
    why TEXT NOT NULL
) STRICT;

CREATE INDEX void_game_of ON void_game (job);

-- Games that are being played, for spectators only: they may be late or missing.
CREATE TABLE running (
    job INTEGER NOT NULL REFERENCES job (id) ON DELETE CASCADE,
    -- The number of the game in its match.
    number INTEGER NOT NULL,
    -- The attempt that plays the game. Games of earlier attempts are not shown.
    attempt INTEGER NOT NULL,
    -- A game that is over is the first of its pair, and the second is being played.
    is_over INTEGER NOT NULL CHECK (is_over IN (0, 1)),
    record TEXT NOT NULL,
    PRIMARY KEY (job, number)
) STRICT;
