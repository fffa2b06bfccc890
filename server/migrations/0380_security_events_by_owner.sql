-- The role of requests has no right to change or delete security events. These two functions do it with the rights of
-- their owner, within their limits: what is older than it is kept, and the account of a person who is deleted.
alter function forget_security_events(timestamptz, integer) security definer;
alter function forget_security_events(timestamptz, integer) set search_path = pg_catalog, public, pg_temp;
alter function forget_account_in_security_events(uuid) security definer;
alter function forget_account_in_security_events(uuid) set search_path = pg_catalog, public, pg_temp;
