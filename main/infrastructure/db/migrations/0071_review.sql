-- What a person does not want of a plan's changes. `content` names what the file was and became then: a rejection holds only
-- while that is the same. `command_id` joins what one command rejected.
CREATE TABLE review_rejections (
  id TEXT PRIMARY KEY,
  command_id TEXT NOT NULL,
  plan_id TEXT NOT NULL REFERENCES plans (id),
  resource_id TEXT NOT NULL,
  path TEXT NOT NULL,
  content TEXT NOT NULL,
  -- Lines of one hunk as JSON; null for the whole file.
  range TEXT,
  created INTEGER NOT NULL
) STRICT;
CREATE INDEX review_rejections_by_plan ON review_rejections (plan_id, resource_id);

-- What a person has looked at: a hunk by its text, or a whole file by its content.
CREATE TABLE review_viewed (
  plan_id TEXT NOT NULL REFERENCES plans (id),
  resource_id TEXT NOT NULL,
  path TEXT NOT NULL,
  mark TEXT NOT NULL,
  created INTEGER NOT NULL,
  PRIMARY KEY (plan_id, resource_id, path, mark)
) STRICT, WITHOUT ROWID;

CREATE TABLE review_comments (
  id TEXT PRIMARY KEY,
  plan_id TEXT NOT NULL REFERENCES plans (id),
  resource_id TEXT NOT NULL,
  path TEXT NOT NULL,
  side TEXT NOT NULL,
  line INTEGER NOT NULL,
  -- The commented line as it was, by which the comment finds its place again.
  quote TEXT NOT NULL,
  text TEXT NOT NULL,
  created INTEGER NOT NULL,
  -- Null while it waits to be sent.
  sent INTEGER,
  decision_id TEXT
) STRICT;
CREATE INDEX review_comments_by_plan ON review_comments (plan_id);
