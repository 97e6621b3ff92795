-- Rollbacks, corrections and what takes them back: recorded before anything is touched, so that a start after a crash
-- finishes one or takes it back.
CREATE TABLE plan_changes (
  id TEXT PRIMARY KEY,
  plan_id TEXT NOT NULL REFERENCES plans (id),
  kind TEXT NOT NULL CHECK (kind IN ('rollback', 'correction', 'undo')),
  state TEXT NOT NULL CHECK (state IN ('prepared', 'done', 'taken_back')),
  -- What it does and what stood before it (versioned JSON).
  data TEXT NOT NULL,
  undone_by TEXT,
  -- The decision that a correction corrects and the one it adds; null for other changes.
  decision_id TEXT,
  new_decision_id TEXT,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL
) STRICT;
CREATE INDEX plan_changes_by_plan ON plan_changes (plan_id, id);
-- One change of a plan at a time: of two that meet, one wins.
CREATE UNIQUE INDEX plan_changes_open ON plan_changes (plan_id) WHERE state = 'prepared';

-- The change that cut a turn off the history; the model is not told of it any more.
ALTER TABLE plan_turns ADD COLUMN cut_by TEXT;
