CREATE TABLE sandboxes (
  id TEXT PRIMARY KEY,
  plan_id TEXT NOT NULL,
  resource_id TEXT NOT NULL,
  name TEXT NOT NULL,
  source_path TEXT NOT NULL,
  repo_root TEXT NOT NULL,
  common_dir TEXT NOT NULL,
  subdir TEXT NOT NULL,
  path TEXT NOT NULL,
  ref_name TEXT NOT NULL,
  state TEXT NOT NULL,
  base TEXT NOT NULL,
  notices TEXT NOT NULL,
  trash TEXT,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  ended INTEGER,
  UNIQUE (plan_id, resource_id)
);
CREATE INDEX sandboxes_by_state ON sandboxes (state);

CREATE TABLE checkpoints (
  id TEXT PRIMARY KEY,
  plan_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  label TEXT NOT NULL,
  tool TEXT,
  decision_id TEXT,
  resources TEXT NOT NULL,
  created INTEGER NOT NULL,
  UNIQUE (plan_id, number)
);

CREATE TABLE apply_journal (
  id TEXT PRIMARY KEY,
  plan_id TEXT NOT NULL,
  state TEXT NOT NULL,
  data TEXT NOT NULL,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL
);
CREATE INDEX apply_journal_by_state ON apply_journal (state);
