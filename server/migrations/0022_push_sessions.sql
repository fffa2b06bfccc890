-- A device gets push notifications only while the session lasts that subscribed it. So nobody who shares a phone reads
-- the notices of another user.
delete from push_subscriptions;
alter table push_subscriptions add column session_hash bytea not null unique references sessions on delete cascade;
