-- Settings of one project; what is not here comes from config.toml.
CREATE TABLE project_settings (
  project_id TEXT NOT NULL,
  key TEXT NOT NULL,
  -- JSON: a string, a number or a boolean.
  value TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, key)
) STRICT, WITHOUT ROWID;
