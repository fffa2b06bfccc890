-- The photos of a problem, by both sides. Only they see them. rule: problem-photos
create table problem_photos (
  file text primary key check (file ~ '^private-[0-9a-f]{32}\.webp$'),
  problem_id uuid not null references problems on delete cascade,
  by text not null check (by in ('client', 'professional')),
  at timestamptz not null
);
create index problem_photos_problem on problem_photos (problem_id, at);
-- What is forgotten some time after its end. rule: problems-forgotten
create index problems_ended on problems (ended_at) where ended_at is not null;
