-- The professional's one public answer to a review.
alter table reviews
  add answer text,
  add answered_at timestamptz,
  add check ((answer is null) = (answered_at is null));
