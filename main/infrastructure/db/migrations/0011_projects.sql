CREATE TABLE projects (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE,
  description TEXT NOT NULL,
  apply_mode TEXT,
  automation_profile TEXT,
  created INTEGER NOT NULL
) STRICT;

-- A linked resource cannot be deleted.
CREATE TABLE project_resources (
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  resource_id TEXT NOT NULL REFERENCES resources (id) ON DELETE RESTRICT,
  read_only INTEGER NOT NULL,
  linked_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, resource_id)
) STRICT;

CREATE INDEX project_resources_by_resource ON project_resources (resource_id);
