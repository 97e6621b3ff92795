-- What a plan's sandboxes hold while checks look at them without what was rejected; a start that finds a row brings it back.
CREATE TABLE sandbox_asides (
  plan_id TEXT PRIMARY KEY,
  -- The trees with and without what was rejected, by resource (versioned JSON).
  trees TEXT NOT NULL,
  created INTEGER NOT NULL
) STRICT;
