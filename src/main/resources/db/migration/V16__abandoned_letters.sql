-- A person gives a dead letter up: nobody waits for it any more, and it goes with the resolved ones, resolved_at being when. Rows that
-- were there are within the narrower check that this replaces.
alter table dead_letter drop constraint dead_letter_status_check;
alter table dead_letter add constraint dead_letter_status_check
  check (status in ('OPEN', 'REPLAYED', 'RESOLVED', 'ABANDONED')) not valid;
alter table dead_letter add column closed_by text;      -- who gave it up
alter table dead_letter add column closed_reason text;  -- and why

-- What was seen before a repair was sent: the suspicion itself goes when its task moves on. Null: of a release before.
alter table repair add column verifier text;
alter table repair add column looks integer;             -- that said the same, the deciding one too
alter table repair add column suspected_at timestamptz;  -- when the first of them was answered
