-- Earlier plans of an action tell what the next one takes.
CREATE INDEX plans_by_action ON plans (action_id, id);
CREATE INDEX plans_by_parent ON plans (parent_id) WHERE parent_id IS NOT NULL;
