-- What a review answers with yes or no, its one edit and what stood before it, and its photos. `held` is a review of a
-- client whose email address is not proved. rule: review-tags, review-edit, review-photos, review-states
alter table reviews
  add column on_time boolean,
  add column as_agreed boolean,
  add column book_again boolean,
  add column edited_at timestamptz,
  drop constraint if exists reviews_state_check,
  add constraint reviews_state_check check (state in ('held', 'sealed', 'public', 'hidden'));

create table review_versions (
  -- One: a review can be edited once.
  review_id uuid primary key references reviews on delete cascade,
  rating smallint not null,
  title text not null,
  comment text not null,
  on_time boolean,
  as_agreed boolean,
  book_again boolean,
  written_at timestamptz not null
);

create table review_photos (
  -- The name of the largest file.
  file text primary key check (file ~ '^review-[0-9a-f]{32}\.webp$'),
  client_id uuid not null references users,
  -- Null: it waits for its review.
  review_id uuid references reviews on delete cascade,
  position smallint,
  -- Address, size and placeholder.
  picture jsonb not null,
  created_at timestamptz not null,
  check ((review_id is null) = (position is null)),
  unique (review_id, position) deferrable initially deferred
);
create index review_photos_of_client on review_photos (client_id);
create index review_photos_waiting on review_photos (created_at) where review_id is null;
