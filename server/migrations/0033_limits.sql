-- Limits on what a client starts. They hold when requests arrive at the same moment: each function first takes the
-- client's lock, until the end of the transaction, and then counts. It is volatile, so it sees what was committed while
-- it waited, also inside one larger statement. Each returns the seconds to wait, or null if the client may go on.
-- rules: booking-rate-limit, contact-limits

create function lock_client(client uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('contact ' || client, 0));
$$;

create function seconds_until(free_at timestamptz, moment timestamptz) returns integer language sql immutable as $$
  select case when free_at is not null then greatest(1, ceil(extract(epoch from free_at - moment)))::integer end;
$$;

-- At most `most` bookings an hour.
create function wait_for_booking(client uuid, moment timestamptz, most integer) returns integer language plpgsql as $$
declare
  earliest timestamptz;
begin
  perform lock_client(client);
  select created_at into earliest from bookings
  where client_id = client and created_at > moment - interval '1 hour'
  order by created_at desc offset most - 1 limit 1;
  return seconds_until(earliest + interval '1 hour', moment);
end $$;

-- At most `most` messages an hour by a client into one conversation.
create function wait_for_message(client uuid, conversation uuid, moment timestamptz, most integer) returns integer
language plpgsql as $$
declare
  earliest timestamptz;
begin
  perform lock_client(client);
  select created_at into earliest from messages
  where conversation_id = conversation and sender_id = client and kind <> 'booking' and created_at > moment - interval '1 hour'
  order by seq desc offset most - 1 limit 1;
  return seconds_until(earliest + interval '1 hour', moment);
end $$;

-- A new lead, however it begins: at most `most` in 24 hours that no professional has answered, and at most
-- `most_of_network` in 24 hours from one network. A pair that has its lead does not count again. Without a network only
-- the client is counted.
create function wait_for_new_pair(
  client uuid, professional uuid, network text, moment timestamptz, most integer, most_of_network integer
) returns integer language plpgsql as $$
declare
  earliest timestamptz;
  counted rate_limits;
  moment_ms bigint := floor(extract(epoch from moment) * 1000);
begin
  perform lock_client(client);
  if exists (select from leads where leads.professional_id = professional and leads.client_id = client) then
    return null;
  end if;
  select created_at into earliest from leads
  where leads.client_id = client and created_at > moment - interval '24 hours' and not exists (
    select from messages
    where messages.conversation_id = leads.conversation_id and messages.sender_id = leads.professional_id
      and messages.event is distinct from 'expired'
  )
  order by created_at desc offset most - 1 limit 1;
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
