-- A device is told only while the session lasts in which it asked for it: on a shared phone nobody reads what is another's.
delete from push_subscriptions;
alter table push_subscriptions add column session_hash bytea not null unique references sessions on delete cascade;
