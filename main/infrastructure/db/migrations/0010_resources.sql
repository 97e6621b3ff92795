-- Registered checkouts and folders. `counts` and `warnings` are JSON with a version.
CREATE TABLE resources (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE,
  type TEXT NOT NULL,
  path TEXT NOT NULL,
  canonical_path TEXT NOT NULL UNIQUE,
  branch TEXT,
  top_level TEXT,
  writable INTEGER NOT NULL,
  discovery TEXT NOT NULL,
  counts TEXT NOT NULL,
  warnings TEXT NOT NULL,
  created INTEGER NOT NULL
) STRICT;

-- Children that are kept one by one; commits, tree entries, files and inner folders are only counted.
CREATE TABLE resource_children (
  id TEXT PRIMARY KEY,
  resource_id TEXT NOT NULL REFERENCES resources (id) ON DELETE CASCADE,
  type TEXT NOT NULL,
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  detail TEXT NOT NULL,
  status TEXT NOT NULL,
  UNIQUE (resource_id, type, key)
) STRICT;

-- A person's trust in a repository, bound to the text that was shown.
CREATE TABLE resource_trust (
  resource_id TEXT PRIMARY KEY REFERENCES resources (id) ON DELETE CASCADE,
  hash TEXT NOT NULL,
  trusted_at INTEGER NOT NULL
) STRICT;
