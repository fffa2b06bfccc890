-- Signs of abuse. Devices and networks have keyed tags, from which neither a cookie nor an address can be computed.
-- rule: flags, device-tags
create table device_tags (
  user_id uuid not null references users on delete cascade,
  device_tag text not null check (device_tag ~ '^d-[0-9a-f]{16}$'),
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (user_id, device_tag)
);
create index device_tags_shared on device_tags (device_tag);
create index device_tags_recent on device_tags (last_seen_at);

-- Where a review was written. Null after 90 days.
alter table reviews
  add column network_tag text check (network_tag ~ '^n-[0-9a-f]{6}$'),
  add column device_tag text check (device_tag ~ '^d-[0-9a-f]{16}$');
create index reviews_recent on reviews (created_at);
create index reviews_tagged on reviews (created_at) where network_tag is not null or device_tag is not null;

create table flags (
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in (
    'reviews_of_one_source', 'own_review', 'reviews_without_visits', 'many_reviews', 'duplicate', 'suspended_device')),
  -- What was seen: ids. The same is flagged once.
  evidence text not null,
  since timestamptz not null,
  primary key (user_id, kind, evidence)
);
