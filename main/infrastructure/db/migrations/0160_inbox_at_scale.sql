-- What waits is found without reading every decision and every event of the plans.
CREATE INDEX decisions_waiting ON decisions (plan_id, seq) WHERE standing = 'waiting' AND superseded_at IS NULL;
CREATE INDEX plan_events_endings ON plan_events (plan_id, seq) WHERE type IN ('cancelling', 'finishing');
-- Holds all that counting asks of a plan, whose row is large.
CREATE INDEX plans_waiting ON plans (id, state, reason, version, updated) WHERE state IN ('awaiting_input', 'errored', 'constrained');
