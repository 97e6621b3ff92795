-- A plan that is brought up to date with its targets is changed the way a rollback or a correction changes it.
ALTER TABLE plan_changes RENAME TO plan_changes_before;
DROP INDEX plan_changes_by_plan;
DROP INDEX plan_changes_open;
CREATE TABLE plan_changes (
  id TEXT PRIMARY KEY,
  plan_id TEXT NOT NULL REFERENCES plans (id),
  kind TEXT NOT NULL CHECK (kind IN ('rollback', 'correction', 'update', 'undo')),
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
INSERT INTO plan_changes
SELECT id, plan_id, kind, state, data, undone_by, decision_id, new_decision_id, created, updated FROM plan_changes_before;
DROP TABLE plan_changes_before;
CREATE INDEX plan_changes_by_plan ON plan_changes (plan_id, id);
-- One change of a plan at a time: of two that meet, one wins.
CREATE UNIQUE INDEX plan_changes_open ON plan_changes (plan_id) WHERE state = 'prepared';
