-- rule: held-starts. What a client starts can be held: until they prove their address ('email'), or for a short
-- time ('screened'). The mark is on the pair's lead, and on each booking that came meanwhile. A booking keeps its
-- mark if it ended before it was released: its professional never sees it.
alter table leads
  add column held text check (held in ('email', 'screened')),
  -- When a screened pair is released at the latest.
  add column held_until timestamptz,
  add constraint leads_held_is_closed check (held is null or opened_at is null and waiting_since is null and openings = 0),
  add constraint leads_held_until check ((held_until is not null) = (held is not distinct from 'screened'));
create index leads_held_of_client on leads (client_id) where held is not null;
create index leads_held_until on leads (held_until) where held_until is not null;

alter table bookings
  add column held text check (held in ('email', 'screened')),
  add constraint bookings_held_is_unanswered check (held is null or status in ('pending', 'declined', 'cancelled'));
create index bookings_held on bookings (professional_id, client_id) where held is not null;

-- When its receiver could first read it; null: at once.
alter table messages add column delivered_at timestamptz;

create index reviews_held_of_client on reviews (client_id) where state = 'held';

-- How what somebody with an unproved address starts with a professional is held: 'email', null (it is not), or
-- 'too_many' if it would be more professionals than `most`. It first takes the client's lock (0033), so it sees a proof
-- of the address that was committed meanwhile.
create function hold_until_proved(client uuid, professional uuid, is_required boolean, most integer) returns text
language plpgsql as $$
begin
  perform lock_client(client);
  if not is_required or not exists (
    select from users where id = client and email_verified_at is null and not never_held
  ) then
    return null;
  end if;
  return case when most > (
    select count(*) from (
      select professional_id from leads where client_id = client and leads.held = 'email'
      union select professional_id from reviews where client_id = client and state = 'held'
    ) as started where professional_id <> professional
  ) then 'email' else 'too_many' end;
end $$;

-- The same for a booking, a contact or a message. What belongs to a pair that has a lead is held like the lead.
create function hold_of_pair(client uuid, professional uuid, is_required boolean, most integer) returns text
language plpgsql as $$
declare
  lead leads;
begin
  perform lock_client(client);
  select * into lead from leads where leads.professional_id = professional and leads.client_id = client;
  return case when found then lead.held else hold_until_proved(client, professional, is_required, most) end;
end $$;

-- A held pair has been counted when it began.
create or replace function wait_for_new_pair(
  client uuid, professional uuid, network text, moment timestamptz, most integer, most_of_network integer
) returns integer language plpgsql as $$
declare
  earliest timestamptz;
  counted rate_limits;
  moment_ms bigint := floor(extract(epoch from moment) * 1000);
begin
  perform lock_client(client);
  if exists (
    select from leads
    where leads.professional_id = professional and leads.client_id = client
      and (leads.opened_at is not null or leads.waiting_since is not null or leads.held is not null)
  ) then
    return null;
  end if;
  select coalesce(asked_again_at, created_at) into earliest from leads
  where leads.client_id = client and coalesce(asked_again_at, created_at) > moment - interval '24 hours' and not exists (
    select from messages
    where messages.conversation_id = leads.conversation_id and messages.sender_id = leads.professional_id
      and coalesce(messages.event, '') not in ('expired', 'proposal_expired')
      and (leads.asked_again_at is null or messages.created_at >= leads.asked_again_at)
  )
  order by coalesce(asked_again_at, created_at) desc offset most - 1 limit 1;
  if earliest is not null or network is null then
    return seconds_until(earliest + interval '24 hours', moment);
  end if;
  insert into rate_limits as known (key, points, expire)
  values ('new_pair_by_network:' || network, 1, moment_ms + 86400000)
  on conflict (key) do update set
    points = case when known.expire > moment_ms then known.points + 1 else 1 end,
    expire = case when known.expire > moment_ms then known.expire else excluded.expire end
  returning * into counted;
  return case when counted.points > most_of_network then greatest(1, (counted.expire - moment_ms + 999) / 1000)::integer end;
end $$;
