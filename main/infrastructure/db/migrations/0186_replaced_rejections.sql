-- The command that decided anew about what a rejection said; null where it still speaks. An undo of that command brings it back.
ALTER TABLE review_rejections ADD COLUMN replaced_by TEXT;
-- Lines of the hunk of the present file that a rejection of an earlier one is most like, as JSON; null where there is none.
ALTER TABLE review_rejections ADD COLUMN stands_at TEXT;
