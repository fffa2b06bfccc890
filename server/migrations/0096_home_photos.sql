-- Photos of saved homes, for the client and for the professional of a visit. rule: home-photos
create table home_photos (
  -- The name of the largest file.
  file text primary key check (file ~ '^private-[0-9a-f]{32}\.webp$'),
  home_id uuid not null references homes on delete cascade,
  -- Null: of the home as a whole. Checked at the end, because a changed home writes its rooms again with their ids.
  room_id uuid references home_rooms deferrable initially deferred,
  created_at timestamptz not null
);
create index home_photos_of_home on home_photos (home_id, created_at, file);
create index home_photos_of_room on home_photos (room_id) where room_id is not null;
