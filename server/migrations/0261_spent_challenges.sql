-- rule: challenge. Solved challenges, by the hash of their signature: each is accepted once.
create table spent_challenges (
  challenge_hash bytea primary key,
  expires_at timestamptz not null
);
create index spent_challenges_expiry on spent_challenges (expires_at);
