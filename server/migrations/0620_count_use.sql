-- Counts one use of a limit: at most `most` in `seconds`, from the first one on. Returns the seconds to wait if it is
-- one too many, which does not count; else null. rule: rate-limits
create function count_use(name text, most integer, seconds integer, moment timestamptz) returns integer
language plpgsql as $$
declare
  counted rate_limits;
  moment_ms bigint := floor(extract(epoch from moment) * 1000);
begin
  insert into rate_limits as known (key, points, expire) values (name, 1, moment_ms + seconds * 1000::bigint)
  on conflict (key) do update set
    points = case when known.expire > moment_ms then known.points + 1 else 1 end,
    expire = case when known.expire > moment_ms then known.expire else excluded.expire end
  returning * into counted;
  if counted.points <= most then
    return null;
  end if;
  update rate_limits set points = points - 1 where key = name;
  return greatest(1, (counted.expire - moment_ms + 999) / 1000)::integer;
end $$;
