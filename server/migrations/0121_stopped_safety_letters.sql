-- Who wants no letters leaves nothing but a hash of their address, also in the timers that told them. The hash finds
-- these timers, and counts their alarms. rule: safety-stop, safety-alarm
alter table safety_timers add column email_hash bytea;
update safety_timers
set email_hash = sha256(convert_to(
  translate(btrim(email), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'), 'UTF8'))
where email is not null;
alter table safety_timers
  drop constraint safety_timers_check1,
  add constraint safety_timers_told check (
    (alarmed_at is null) = (email_hash is null) and num_nonnulls(email, language) in (0, 2)
    and (email is null or alarmed_at is not null));
update safety_timers set email = null, language = null, contact_name = null
where email_hash in (select email_hash from safety_declines);
create index safety_timers_of_email on safety_timers (email_hash) where email_hash is not null;

-- Each attempt to send an invitation has a link of its own: the letter of an earlier one may have arrived.
alter table safety_invitations add column token_hashes bytea[] not null default '{}';
update safety_invitations set token_hashes = array[token_hash] where token_hash is not null;
alter table safety_invitations drop column token_hash;
create index safety_invitations_tokens on safety_invitations using gin (token_hashes);
