-- The professional asks a client for the same two photos once, also after the pair was withdrawn: which photos it
-- named. No foreign keys: the photos themselves can be deleted. rule: photo-pairs
alter table photo_pairs
  add column withdrawn_before text,
  add column withdrawn_after text,
  add check (state = 'withdrawn' or num_nonnulls(withdrawn_before, withdrawn_after) = 0);
