-- rule: session-renewal. A confirmed password gives a session a new token. Requests in flight still carry the one
-- before.
alter table sessions
  add column previous_hash bytea unique,
  add column previous_until timestamptz,
  add constraint sessions_previous check ((previous_hash is null) = (previous_until is null));
alter table push_subscriptions
  drop constraint push_subscriptions_session_hash_fkey,
  add constraint push_subscriptions_session_hash_fkey
    foreign key (session_hash) references sessions on delete cascade on update cascade;
