-- rule: screened-contacts. When a pair was screened as it began; it stays after the release.
alter table leads
  add column screened_at timestamptz,
  add constraint leads_screened check (held is distinct from 'screened' or screened_at is not null);
create index leads_screened on leads (professional_id, screened_at) where screened_at is not null;

-- Counts one use of a limit that is shared with `rate_limits`, and returns how many there are in its window.
create function count_use(counted_key text, moment timestamptz, window_ms bigint) returns integer language sql as $$
  insert into rate_limits as known (key, points, expire)
  values (counted_key, 1, floor(extract(epoch from moment) * 1000) + window_ms)
  on conflict (key) do update set
    points = case when known.expire > floor(extract(epoch from moment) * 1000) then known.points + 1 else 1 end,
    expire = case when known.expire > floor(extract(epoch from moment) * 1000) then known.expire else excluded.expire end
  returning points;
$$;

-- Whether a new pair is screened: above `most` an hour to one professional, from one network or by accounts of their
-- first 24 hours. Null for `most`: none is. A pair that has a lead is not new. The caller has locked the client.
create function screen_new_pair(client uuid, professional uuid, network text, moment timestamptz, most integer)
returns boolean language plpgsql as $$
declare
  hour_ms constant bigint := 3600000;
  of_network integer := 0;
  of_young integer := 0;
begin
  if most is null or exists (
    select from leads where leads.professional_id = professional and leads.client_id = client
  ) then
    return false;
  end if;
  if network is not null then
    of_network := count_use('screen_network:' || professional || ':' || network, moment, hour_ms);
  end if;
  if exists (select from users where id = client and created_at > moment - interval '24 hours') then
    of_young := count_use('screen_young:' || professional, moment, hour_ms);
  end if;
  return of_network > most or of_young > most;
end $$;
