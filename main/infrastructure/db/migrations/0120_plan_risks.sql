-- What was found out about the risk of a plan's changes, bound to the state of its files that it was found out about.
CREATE TABLE plan_risks (
  plan_id TEXT NOT NULL REFERENCES plans (id),
  tree TEXT NOT NULL,
  source TEXT NOT NULL,
  risks TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (plan_id, tree, source)
) STRICT, WITHOUT ROWID;
