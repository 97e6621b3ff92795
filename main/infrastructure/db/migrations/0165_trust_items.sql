-- What was shown when a repository was trusted, so that a later change of it can be named. NULL: trusted before this was kept.
ALTER TABLE resource_trust ADD COLUMN items TEXT;
