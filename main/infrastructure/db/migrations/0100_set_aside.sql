-- What a person has put out of sight: ended plans from the lists, waiting items from the inbox until a moment.
CREATE TABLE plan_archives (
  plan_id TEXT PRIMARY KEY REFERENCES plans (id),
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE inbox_snoozes (
  item_id TEXT PRIMARY KEY,
  plan_id TEXT NOT NULL REFERENCES plans (id),
  until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX inbox_snoozes_by_until ON inbox_snoozes (until);
