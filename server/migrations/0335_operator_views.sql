-- rule: seeing-as-a-person. An operator sees what a person sees, with a cookie that is bound to their own session.
create table operator_views (
  -- An operator's session has one view at most; it ends with the session.
  session_id uuid primary key references operator_sessions on delete cascade,
  person_id uuid not null references users on delete cascade,
  -- SHA-256 of the cookie.
  token_hash bytea not null unique,
  began_at timestamptz not null,
  expires_at timestamptz not null,
  constraint operator_views_length check (expires_at between began_at and began_at + interval '15 minutes')
);
create index operator_views_person on operator_views (person_id);
create index operator_views_end on operator_views (expires_at);
