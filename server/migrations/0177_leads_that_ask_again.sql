-- A lead whose credit was returned asks for a credit again when its client writes or books, and that credit never
-- returns. So it counts like a new pair. rules: contact-limits, lead-comes-back
alter table leads
  -- When the client came back after the credit was returned; null: they have not.
  add column asked_again_at timestamptz;

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
      and (leads.opened_at is not null or leads.waiting_since is not null)
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
