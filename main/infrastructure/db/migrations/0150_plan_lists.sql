-- What a list of plans shows stands in the rows behind what the plans were made from, which is long: read from here, a list
-- of thousands touches none of it.
CREATE INDEX plans_listed ON plans (
  id, title, phase, state, reason, attempt, action_name, profile_name, parent_id, files_modified, created, updated
);
CREATE INDEX plans_with_error ON plans (id) WHERE error IS NOT NULL;
CREATE INDEX decisions_waiting ON decisions (plan_id) WHERE standing = 'waiting' AND superseded_at IS NULL;
