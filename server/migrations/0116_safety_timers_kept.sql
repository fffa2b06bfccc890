-- Only the professional ends their timer. A visit that the client or an operator cancels, or that moves, keeps it; an
-- operator cancels the visits of a suspended professional in their name. rule: safety-timer
create or replace function end_safety_timer() returns trigger language plpgsql as $$
begin
  update safety_timers set state = 'ended' where booking_id = new.id and state = 'running'
    and not exists (select from users where id = new.professional_id and suspension_id is not null);
  return null;
end $$;
drop trigger bookings_safety_timer on bookings;
create trigger bookings_safety_timer after update of status on bookings
  for each row when (old.status = 'accepted' and new.status = 'cancelled' and new.cancelled_by = 'professional')
  execute function end_safety_timer();

alter table safety_timers
  -- The street of the visit, as long as an alarm can need it: the client may delete their account meanwhile.
  add column address text,
  -- The contact's name at the alarm.
  add column contact_name text,
  -- When the alarm was given to the mail server first. It may have arrived, whatever the server answered.
  add column alarm_tried_at timestamptz,
  -- When it was clear that nobody is told: the contact got too many alarms that day, or wants no letters.
  add column untold_at timestamptz,
  -- Of the links in the alarm, one for each attempt to send it.
  add column token_hashes bytea[] not null default '{}';
update safety_timers set address = bookings.address from bookings
where bookings.id = booking_id and safety_timers.state in ('running', 'alarmed', 'checked_in');
update safety_timers set contact_name = contact.name
from bookings join safety_contacts as contact on contact.professional_id = bookings.professional_id
where bookings.id = booking_id and alarmed_at is not null and contact.email = safety_timers.email;
update safety_timers set alarm_tried_at = alarm_sent_at;
update safety_timers set token_hashes = array[token_hash] where token_hash is not null;
alter table safety_timers drop column token_hash;
create index safety_timers_tokens on safety_timers using gin (token_hashes);
