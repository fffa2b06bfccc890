-- rule: contact-limits. An account of its first 24 hours begins fewer leads: `most_young` a day (null: no such limit),
-- and `most_young_of_network` an hour together with other such accounts of its network.
create function wait_for_new_pair(
  client uuid, professional uuid, network text, moment timestamptz, most integer, most_of_network integer,
  most_young integer, most_young_of_network integer
) returns integer language plpgsql as $$
declare
  born timestamptz;
  earliest timestamptz;
  wait integer;
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
  select users.created_at into born from users where id = client and users.created_at > moment - interval '24 hours';
  if born is not null and most_young is not null then
    select coalesce(asked_again_at, created_at) into earliest from leads
    where leads.client_id = client and coalesce(asked_again_at, created_at) > moment - interval '24 hours'
    order by coalesce(asked_again_at, created_at) desc offset most_young - 1 limit 1;
    if earliest is not null then
      return seconds_until(least(earliest, born) + interval '24 hours', moment);
    end if;
  end if;
  wait := wait_for_new_pair(client, professional, network, moment, most, most_of_network);
  if wait is not null or network is null or born is null then
    return wait;
  end if;
  insert into rate_limits as known (key, points, expire)
  values ('young_pair_by_network:' || network, 1, moment_ms + 3600000)
  on conflict (key) do update set
    points = case when known.expire > moment_ms then known.points + 1 else 1 end,
    expire = case when known.expire > moment_ms then known.expire else excluded.expire end
  returning * into counted;
  return case when counted.points > most_young_of_network then greatest(1, (counted.expire - moment_ms + 999) / 1000)::integer end;
end $$;

-- At most `most` messages an hour and `most_a_day` in 24 hours by a client into one conversation.
create function wait_for_message(client uuid, conversation uuid, moment timestamptz, most integer, most_a_day integer)
returns integer language plpgsql as $$
declare
  earliest timestamptz;
  wait integer := wait_for_message(client, conversation, moment, most);
begin
  if wait is not null then
    return wait;
  end if;
  select created_at into earliest from messages
  where conversation_id = conversation and sender_id = client and kind <> 'booking' and created_at > moment - interval '24 hours'
  order by seq desc offset most_a_day - 1 limit 1;
  return seconds_until(earliest + interval '24 hours', moment);
end $$;
