-- The invariants of times and visits, whatever happened before. Each query returns the rows that break its invariant.
-- `invariants.ts` runs them after races and on the demo world, and its test sees each of them find a damaged row.
-- By hand: psql -f server/src/test/invariants.sql. The setting `lustra.now` replaces the moment of the database.

--- visits-apart: Accepted visits of one professional do not overlap, their pauses included.
-- rule: booking-conflict, visit-rules
select one.id, other.id as other
from bookings as one join bookings as other using (professional_id)
where one.id < other.id and one.status = 'accepted' and other.status = 'accepted'
  and one.starts_at < other.blocked_until and other.starts_at < one.blocked_until
union all
select id, null from bookings
where blocked_until not between ends_at and ends_at + interval '240 minutes';

--- series-date-once: A date of a series has one visit that stands at most, and none while it is skipped or paused.
-- One that the professional began before its time stays in a pause, and one that both sides moved into it.
-- rule: series, booking-moves
with standing as (
  select id, series_id, series_date, booking_date, moved_at, status, starts_at, stage from bookings
  where series_id is not null and status in ('pending', 'accepted', 'completed')
)
select id from (select id, count(*) over (partition by series_id, series_date) as visits from standing) as counted
where visits > 1
union all
select standing.id from standing join series_visits on (series_visits.series_id, date) = (standing.series_id, series_date)
where series_visits.status in ('skipped', 'paused')
union all
select standing.id from standing join series_pauses using (series_id)
where standing.status <> 'completed' and booking_date between from_date and to_date and moved_at is null
  and coalesce(stage not in ('started', 'finished'), true)
  and starts_at > coalesce(nullif(current_setting('lustra.now', true), '')::timestamptz, now());

--- series-visit: A visit has the client and the professional of its series, and the rate of its date.
-- rule: series, series-changes
select bookings.id
from bookings
left join series on series.id = series_id
left join lateral (
  select hourly_rate_cents as rate from series_terms
  where series_terms.series_id = bookings.series_id and from_date <= series_date
  order by from_date desc limit 1
) as terms on true
where series_id is not null and (
  (series.client_id, series.professional_id) is distinct from (bookings.client_id, bookings.professional_id)
  or (bookings.status in ('pending', 'accepted', 'completed') and rate is distinct from hourly_rate_cents)
);

--- open-proposal: A booking has one open proposal at most, and none once it has ended or begun. One that has expired
-- counts as closed before the job writes it. rule: proposals
select bookings.id
from bookings join booking_proposals on booking_id = bookings.id and booking_proposals.status = 'open'
group by bookings.id
having count(*) > 1 or bookings.status not in ('pending', 'accepted')
  or max(booking_proposals.expires_at) > bookings.starts_at;

--- visit-times: Instants, wall-clock time and length of a visit agree, and a request ends at its start at the latest.
-- rule: booking-times, booking-expires
select id from bookings
where starts_at at time zone time_zone <> booking_date + booking_time
  or ends_at - starts_at <> make_interval(hours => estimated_hours)
  or expires_at > starts_at;

--- cancelled-before-start: Nobody cancels a visit that has begun by its time or by the stage. Versions that allowed the
-- former kept no `cancelled_at`. rule: booking-moves
select distinct bookings.id
from bookings left join events on subject_id = bookings.id and kind = 'booking.cancelled'
where cancelled_at is not null
  and (greatest(cancelled_at, at) >= starts_at or bookings.status = 'cancelled' and stage in ('started', 'finished'));

--- sequence: The number of changes that calendars know is never lower than the changes on record. An acceptance by a
-- proposal is one change. rule: visit-calendar
select bookings.id
from bookings join events on subject_id = bookings.id
where kind in ('booking.accepted', 'booking.declined', 'booking.expired', 'booking.cancelled', 'booking.completed', 'proposal.moved')
  and not (kind = 'booking.accepted' and data ? 'proposal_id')
group by bookings.id
having sequence < count(*);

--- instant-events: An instant booking was requested and accepted in one transaction, and its lead is open while it
-- stands. rule: instant-booking
select id from bookings
where instant and (
  (select count(*) from events as requested join events as accepted using (subject_id)
    where subject_id = bookings.id and requested.kind = 'booking.requested' and accepted.kind = 'booking.accepted'
      and accepted.data ? 'instant' and requested.xmin = accepted.xmin) <> 1
  or (status in ('accepted', 'completed') and not exists (
    select from leads
    where leads.professional_id = bookings.professional_id and leads.client_id = bookings.client_id
      and opened_at is not null))
);

--- cancelled-early: A pair gets its credit back for an early cancellation once, and not while another visit stood.
-- rule: lead-returns
select early.id
from lead_ledger as early
where reason = 'cancelled_early' and (
  exists (
    select from lead_ledger as earlier
    where earlier.reason = 'cancelled_early' and earlier.id < early.id
      and (earlier.professional_id, earlier.client_id) = (early.professional_id, early.client_id))
  or exists (
    select from bookings
    where (bookings.professional_id, bookings.client_id) = (early.professional_id, early.client_id)
      and exists (
        select from events where subject_id = bookings.id and kind = 'booking.accepted' and events.at < early.at)
      and not exists (
        select from events where subject_id = bookings.id and kind = 'booking.cancelled' and events.at <= early.at))
);

--- returned-once: A spent credit returns once at most, and each return names what it gives back: the newest spending of
-- its pair before it. rule: lead-returns
select returned.id
from lead_ledger as returned
where kind = 'returned' and (
  spent_id is distinct from (
    select max(spent.id) from lead_ledger as spent
    where spent.kind = 'spent' and spent.id < returned.id
      and (spent.professional_id, spent.client_id) = (returned.professional_id, returned.client_id))
  or exists (
    select from lead_ledger as earlier where earlier.spent_id = returned.spent_id and earlier.id < returned.id)
);

--- series-lead: The lead of a coming visit of a series is open. rule: lead-returns
with moment as (
  select coalesce(nullif(current_setting('lustra.now', true), '')::timestamptz, now()) as now
)
select bookings.id
from moment, bookings left join leads using (professional_id, client_id)
where series_id is not null and status = 'accepted' and starts_at > now and opened_at is null;

--- busy-times: The events of other calendars are kept as times and hashes, without words. rule: busy-times
select column_name::text as id from information_schema.columns
where table_name = 'busy_times' and (column_name, data_type) not in (
  ('professional_id', 'uuid'), ('calendar_id', 'uuid'), ('uid_hash', 'bytea'),
  ('starts_at', 'timestamp with time zone'), ('ends_at', 'timestamp with time zone'))
union all
select calendar_id::text from busy_times where octet_length(uid_hash) <> 32;

--- search-days: The stored day of search by time equals the hours without visits, pauses and busy times. These are
-- worked out here from the tables alone, for the coming year. rule: search-by-time
with moment as (
  select coalesce(nullif(current_setting('lustra.now', true), '')::timestamptz, now()) as now
), person as materialized (
  select user_id as id, zone, stated, min_hours, max_hours_a_day, max_visits_a_day, over_breaks,
    make_interval(mins => case when travel then greatest(buffer_minutes, 30) else buffer_minutes end) as gap
  from professionals
  left join professional_times on professional_id = user_id
  cross join lateral (
    select coalesce(
      (select time_zone from zips where zip = base_zip),
      (select time_zone from zips join professional_areas as area on area.place_id in (zips.place_id, zips.city_id)
        where professional_id = user_id order by position, population desc, zip limit 1),
      'America/New_York') as zone
  ) as own
  where exists (select from search_entries where professional_id = user_id)
    and not exists (select from search_times_due where professional_id = user_id)
), day as (
  -- The coming weeks, the clock changes of a year, and what differs from the plan later.
  select date
  from moment, generate_series(1, 365) as number
  cross join lateral (select (now at time zone 'UTC')::date + number as date) as later
  where number <= 60 or (extract(dow from date) in (0, 6) and extract(month from date) in (3, 11))
    or exists (select from search_days where day = date - date '1970-01-01')
    or exists (select from time_exceptions where date in (from_date, to_date))
), planned as (
  select professional_id, case when first_pass at time zone time_zone = wall then first_pass else instant end as starts_at, hours
  from moment, series
  join (
    select *, lead(from_date) over (partition by series_id order by from_date) as next_terms from series_terms
  ) as terms on terms.series_id = series.id
  cross join lateral generate_series(
    first_date::timestamp,
    least(until, next_terms - 1, (now at time zone 'UTC')::date + 400)::timestamp,
    case cleaning_frequency when 'weekly' then interval '7 days' when 'biweekly' then interval '14 days' else interval '28 days' end
  ) as term_date
  left join series_visits on series_visits.series_id = series.id and series_visits.date = term_date::date
  cross join lateral (
    select coalesce(moved_date, term_date::date) + coalesce(moved_time, booking_time) as wall, estimated_hours as hours
  ) as visit
  cross join lateral (
    select wall at time zone time_zone as instant, wall at time zone time_zone - interval '1 hour' as first_pass
  ) as clock
  where series.status = 'active' and term_date >= greatest(next_date, (now at time zone time_zone)::date)
    and coalesce(series_visits.status, 'planned') = 'planned'
    and not exists (select from series_pauses where series_id = series.id and wall::date between from_date and to_date)
), visit as materialized (
  select professional_id as id, starts_at, ends_at from moment, bookings
  where status = 'accepted' or (status = 'completed' and ends_at > now - interval '36 hours')
  union all
  select professional_id, starts_at, starts_at + make_interval(hours => hours) from planned
), hours as (
  select id, range_agg(tstzrange(span.instants[1], span.instants[2])) as spans
  from person
  cross join (select date from day union select date + 1 from day) as days
  cross join lateral (
    select unnest(
      (select coalesce(range_agg(int4range(from_minute, to_minute)), '{}') from working_hours
        where professional_id = person.id and weekday = extract(isodow from date))
      - (select coalesce(range_agg(int4range(coalesce(from_minute, 0), coalesce(to_minute, 1440))), '{}') from time_exceptions
        where professional_id = person.id and kind = 'off' and date between from_date and to_date)
      + (select coalesce(range_agg(int4range(from_minute, to_minute)), '{}') from time_exceptions
        where professional_id = person.id and kind = 'extra' and date between from_date and to_date)
    ) as minutes
  ) as open
  -- A time that the clock skips is when the clock goes on, and of one that comes twice the first counts.
  cross join lateral (
    select array_agg(
      case
        when instant at time zone zone <> wall then date_trunc('hour', wall) at time zone zone
        when (instant - interval '1 hour') at time zone zone = wall then instant - interval '1 hour'
        else instant
      end order by wall) as instants
    from unnest(array[lower(minutes), upper(minutes)]) as minute
    cross join lateral (select date + make_interval(mins => minute) as wall) as local
    cross join lateral (select wall at time zone zone as instant) as clock
  ) as span
  where stated and span.instants[1] < span.instants[2]
  group by id
), bridged as (
  -- Breaks are gaps of up to two hours between two stretches of one day, without time off.
  select id, spans + range_agg(tstzrange(closes, opens)) as spans
  from (
    select id, zone, spans, upper(span) as closes, lead(lower(span)) over (partition by id order by span) as opens
    from hours join person using (id) cross join unnest(spans) as span
    where over_breaks
  ) as gap
  cross join lateral (select closes at time zone zone as from_wall, opens at time zone zone as to_wall) as wall
  where opens - closes <= interval '2 hours' and (from_wall - interval '1 second')::date = to_wall::date
    and not exists (
      select from time_exceptions
      where professional_id = id and kind = 'off' and to_wall::date between from_date and to_date
        and (from_minute is null or to_wall::date + make_interval(mins => from_minute::integer) < to_wall
          and to_wall::date + make_interval(mins => to_minute::integer) > from_wall))
  group by id, spans
), stretch as materialized (
  select id, date::date, max(upper(span) - greatest(lower(span), date at time zone zone)) as longest_stretch
  from hours join person using (id) cross join unnest(spans) as span
  cross join lateral generate_series(
    date_trunc('day', lower(span) at time zone zone),
    date_trunc('day', (upper(span) - interval '1 second') at time zone zone), interval '1 day') as date
  where over_breaks group by id, date
), taken as (
  select id, range_agg(span) as spans from (
    select id, tstzrange(starts_at - gap, ends_at + gap) as span from visit join person using (id)
    union all
    select professional_id, tstzrange(starts_at, ends_at) from busy_times
  ) as parts
  group by id
), total as (
  select id, (starts_at at time zone zone)::date as date, count(*) as visits, sum(ends_at - starts_at) as duration
  from visit join person using (id) group by 1, 2
), start as (
  select id, date, open_until - instant as longest, instant, zone, over_break, spans
  from (
    select id, zone, instant, (instant at time zone zone)::date as date, upper(span) as open_until, over_break, hours.spans
    from person
    join hours using (id)
    cross join lateral (
      select false as over_break, hours.spans as open
      union all
      select true, bridged.spans from bridged where bridged.id = person.id
    ) as open
    left join taken using (id)
    cross join unnest(open - coalesce(taken.spans, '{}')) as span
    cross join generate_series(
      to_timestamp(ceil(extract(epoch from lower(span)) / 1800) * 1800), upper(span) - interval '1 hour', interval '30 minutes'
    ) as instant
  ) as instants
), wanted as materialized (
  -- Rows of days count half hours since midnight, and plans those of the clock: after a clock change they differ.
  select id, date, array_agg(coalesce(bits, 0) order by hours) as starts, array_agg(coalesce(clock_bits, 0) order by hours) as clock_starts
  from (
    select id, date, hours, bit_or(bit) filter (where fits) as bits, bit_or(clock_bit) filter (where fits) as clock_bits
    from start
    join person using (id)
    left join total using (id, date)
    left join stretch using (id, date)
    cross join lateral (
      select 1::bigint << (extract(epoch from instant - date::timestamp at time zone person.zone) / 1800)::integer as bit,
        1::bigint << (extract(epoch from (instant at time zone person.zone)::time) / 1800)::integer as clock_bit
    ) as half_hour
    cross join unnest(array[1, 2, 3, 4, 6, 8]) as hours
    cross join lateral (
      select longest >= make_interval(hours => hours) and hours >= min_hours
        -- Over breaks: it begins in one stretch of the day and ends in another, and fits into none.
        and (not over_break or spans @> instant and longest_stretch < make_interval(hours => hours)
          and spans @> instant + make_interval(hours => hours) - interval '1 second'
          and (instant + make_interval(hours => hours) <= (date + 1)::timestamp at time zone person.zone or spans @> tstzrange(
            (date + 1)::timestamp at time zone person.zone, instant + make_interval(hours => hours))))
        and coalesce(total.visits, 0) < coalesce(max_visits_a_day, 100)
        and coalesce(total.duration, '0') + make_interval(hours => hours) <= make_interval(hours => coalesce(max_hours_a_day, 100)) as fits
    ) as length
    group by id, date, hours
  ) as lengths
  group by id, date
), weekly as materialized (
  -- The times of a day without a row: half hours from which the plan goes on for the length of the visit.
  select place_id, professional_id as id, weekday, array_agg(
    case when (lengths >> (number - 1)::integer) & 1 = 1 then bits & ((1::bigint << 48) - 1) else 0 end order by number) as starts
  from search_entries
  cross join unnest(array[plan_1, plan_2, plan_3, plan_4, plan_5, plan_6, plan_7]) with ordinality as plan (plan, weekday)
  cross join lateral (select plan & (plan >> 1) as one) as one
  cross join lateral (select one & (one >> 2) as two) as two
  cross join lateral (select two & (two >> 4) as four) as four
  cross join lateral unnest(array[one, two, two & (one >> 4), four, four & (two >> 8), four & (four >> 8)],
    array[1, 2, 3, 4, 6, 8]) with ordinality as part (in_stretch, hours, number)
  -- Gaps of up to four half hours of the day itself are its breaks.
  cross join lateral (
    select plan | bit_or(((1::bigint << cells) - 1) << first_cell) as bridged
    from generate_series(1, 47) as first_cell cross join generate_series(0, 4) as cells
    where lengths & 64 <> 0 and first_cell + cells < 48 and (cells = 0 or
      (plan >> (first_cell - 1)) & ((1::bigint << (cells + 2)) - 1) = 1 | (1::bigint << (cells + 1)))
  ) as filled
  cross join lateral (
    select case when lengths & 64 = 0 or in_stretch & ((1::bigint << 48) - 1) <> 0 then in_stretch else (
      select coalesce(bit_or(1::bigint << cell), 0) from generate_series(0, 47) as cell
      where (bridged >> cell) & ((1::bigint << 2 * hours) - 1) = (1::bigint << 2 * hours) - 1
        and (plan >> cell) & 1 = 1 and (plan >> (cell + 2 * hours - 1)) & 1 = 1
    ) end as bits
  ) as starts
  where stated
  group by place_id, professional_id, weekday
)
select person.id, entry.place_id, day.date
from search_entries as entry
join person on person.id = entry.professional_id
cross join day
left join search_days as stored
  on (stored.place_id, stored.professional_id, stored.day) = (entry.place_id, person.id, day.date - date '1970-01-01')
left join weekly
  on (weekly.place_id, weekly.id, weekly.weekday) = (entry.place_id, person.id, extract(isodow from day.date)::bigint)
left join wanted on (wanted.id, wanted.date) = (person.id, day.date)
where case
  when not coalesce(person.stated, false) then (stored.day is not null) <> exists (
    select from time_exceptions
    where professional_id = person.id and kind = 'off' and from_minute is null and day.date between from_date and to_date)
  when stored.day is null then weekly.starts is distinct from coalesce(wanted.clock_starts, array[0, 0, 0, 0, 0, 0]::bigint[])
  else array[starts_1, starts_2, starts_3, starts_4, starts_6, starts_8]
    is distinct from coalesce(wanted.starts, array[0, 0, 0, 0, 0, 0]::bigint[])
end;

--- search-cards: Whoever search finds has a stored card, which says what the profile says. rule: search-finds-listed
select distinct entry.professional_id as id, fields
from search_entries as entry join professionals on professionals.user_id = entry.professional_id
join users on users.id = entry.professional_id
left join search_cards as stored on stored.user_id = entry.professional_id
left join lateral jsonb_to_record((fields || '}')::jsonb)
  as card (full_name text, bio text, hourly_rate numeric, total_reviews integer, reviews jsonb, user_details jsonb) on true
where (
  card.full_name, card.bio, card.hourly_rate * 100, card.total_reviews, card.reviews, card.user_details ->> 'last_name'
) is distinct from (
  professionals.full_name, professionals.bio, hourly_rate_cents::numeric, professionals.total_reviews, latest_reviews, last_name
);

--- search-rules: The rules of a professional stand in their search entries. rule: search-by-time
with moment as (
  select coalesce(nullif(current_setting('lustra.now', true), '')::timestamptz, now()) as now
)
select entry.professional_id as id, entry.place_id
from moment, search_entries as entry left join professional_times as own using (professional_id)
where not exists (select from search_times_due as due where due.professional_id = entry.professional_id) and (
  entry.stated, entry.instant, entry.notice_hours, entry.horizon_days,
  greatest(entry.first_day, now::date - date '1970-01-01')
) is distinct from (
  coalesce(own.stated, false), coalesce(own.instant_booking = 'verified', false), coalesce(own.notice_hours, 24),
  coalesce(own.horizon_days, 60), greatest(own.paused_until - date '1970-01-01', now::date - date '1970-01-01')
);

--- stages: A booking repeats its latest stage, has each stage once, and the times of its stages rise with their order.
-- rule: visit-stages
with ranked as (
  select booking_id as id, stage, at, array_position(array['on_my_way', 'arrived', 'started', 'finished'], stage) as rank from booking_stages
)
select bookings.id from bookings
where stage is distinct from (select ranked.stage from ranked where ranked.id = bookings.id order by rank desc limit 1)
union all
select id from ranked group by id, stage having count(*) > 1
union all
select one.id from ranked as one join ranked as other using (id) where one.rank < other.rank and one.at > other.at;

--- positions: No table but those of the places has a column for a position on the map. rule: visit-stages
select distinct table_name::text as id from information_schema.columns
where table_schema = 'public' and table_name not in ('cities', 'zips')
  and column_name ~ '(^|_)(lat|lon|lng|latitude|longitude|coord|coords|coordinates|point|geo)($|_)';

--- price-lines: The lines of a price sum to the total, which is 0 for a visit that repairs another and only for it; the
-- first line is labour, which has the booked time less the extras. rule: price-lines
select bookings.id
from bookings left join lateral (
  select sum(amount_cents) as cents, sum(minutes) as minutes, count(*) filter (where kind = 'labour') as labours,
    min(kind) filter (where position = 0) as first
  from booking_lines where booking_id = bookings.id
) as line on true
where line.cents is distinct from total_cents or line.minutes is distinct from estimated_hours * 60
  or line.labours <> 1 or line.first <> 'labour' or (total_cents = 0) <> (reclean_of is not null);

--- hours: Hours are settled if and only if what is due is set, and their lines sum to it. Only the yes of the client
-- makes a visit dearer. No hours wait 10 minutes after their time, and none are settled while a no-show is undecided.
-- Hours are forgotten after 7 years, what was due stays. rule: settle-hours, receipts
with moment as (
  select coalesce(nullif(current_setting('lustra.now', true), '')::timestamptz, now()) as now
)
select id
from moment, bookings left join booking_hours on booking_id = id left join lateral (
  select coalesce(sum((line ->> 'amountCents')::integer), 0) as cents from jsonb_array_elements(lines) as line
) as due on true
where (settled_at is null) <> (final_cents is null) and ends_at > now - interval '7 years'
  or settled_at is not null and (cents <> final_cents or no_show is not distinct from 'undecided')
  or final_cents > total_cents and answer is distinct from 'yes' and booking_id is not null
  or answer_until < now - interval '10 minutes';

--- receipts: Settled hours have a receipt, unless a side did not come. A visit that was cancelled has no hours.
-- rule: receipts
select booking_hours.booking_id as id
from booking_hours join bookings on bookings.id = booking_id left join receipts on receipts.booking_id = bookings.id
where settled_at is not null and no_show is null and number is null or status not in ('accepted', 'completed');

--- discounts: A discount is on later visits of a series alone. rule: booking-extras
select booking_id as id, position from booking_lines
where kind = 'discount' and not exists (
  select from bookings join series on series.id = bookings.series_id
  where bookings.id = booking_lines.booking_id and exists (
    select from bookings as first where first.series_id = series.id and first.series_date < bookings.series_date));

--- homes: A booking and its home are of one client. rule: home-of-booking
select bookings.id from bookings join homes on homes.id = bookings.home_id
where homes.client_id <> bookings.client_id;

--- plan: A weekly plan lies on the grid of half hours, and its intervals neither overlap nor touch. rule: working-hours
select professional_id as id, weekday, from_minute from working_hours as one
where from_minute % 30 <> 0 or to_minute % 30 <> 0 or from_minute < 0 or to_minute > 1440 or from_minute >= to_minute
  or exists (
    select from working_hours as other
    where (other.professional_id, other.weekday) = (one.professional_id, one.weekday)
      and other.ctid <> one.ctid and other.from_minute <= one.to_minute and one.from_minute <= other.to_minute);

--- agreements: Versions have no gap, the hash is that of the texts unless they were redacted, and each visit that was
-- accepted since the database was made has one: the history of the demo world is older. rule: work-agreement
with chain as (
  select *, lag(version) over (
    partition by booking_id, case when booking_id is null then series_id end order by version) as earlier
  from agreements
)
select id from chain where version <> earlier + 1
union all
select id from chain
where earlier is null and version > 1 and not exists (
  select from agreements as shared
  where shared.booking_id is null and shared.series_id = chain.series_id and shared.version = chain.version - 1)
union all
select id from agreements
where redacted_at is null and hash is distinct from (
  select encode(sha256(convert_to(string_agg(text ->> 'text', E'\n\n' order by position), 'UTF8')), 'hex')
  from jsonb_array_elements(columns) with ordinality as texts (text, position))
union all
select bookings.id from bookings
where status in ('accepted', 'completed')
  and exists (
    select from events
    where subject_id = bookings.id and kind = 'booking.accepted'
      and at > (select applied_at from migrations where name = '0005_bookings.sql'))
  and not exists (
    select from agreements
    where booking_id = bookings.id or booking_id is null and agreements.series_id = bookings.series_id);

--- confirmations: Each side agrees once to a version, by the hash of that version. rule: work-agreement
select agreement_id as id, side
from agreement_confirmations left join agreements on agreements.id = agreement_id
group by agreement_id, side
having count(*) > 1 or bool_or(agreement_confirmations.hash is distinct from agreements.hash);

--- access-sealed: Access details are kept as sealed bytes alone, which have one length. No other column has the name of
-- one, and no event, notice or saved answer has a field with it. rule: access-details
with field (name) as (values ('door_code'), ('key_place'), ('alarm'), ('wifi'))
select column_name::text as id from information_schema.columns
where table_name = 'access_values' and (column_name, data_type) not in (
    ('home_id', 'uuid'), ('field', 'text'), ('key_id', 'text'), ('sealed', 'bytea'))
  or table_schema = 'public' and column_name in (select name from field)
union all
select home_id::text from access_values where octet_length(sealed) <> 1564
union all
select kind from events, field where data ? name
union all
select kind from notices, field where data ? name
union all
select call from idempotency_keys, field where jsonb_path_exists(answer, format('$.**.%I', name)::jsonpath);

--- access-views: A look at access details lies in the window of its visit, is by its professional, and none is later
-- than the end of the access. rule: access-details
select access_views.id, booking_id from access_views join bookings on bookings.id = booking_id
where access_views.professional_id <> bookings.professional_id or access_views.at > bookings.access_ended_at
  or access_views.at < access_views.opens_at or access_views.at >= access_views.closes_at;

--- problems: A booking has the no-show and the punctuality that follow from its problems and stages. Problems are
-- forgotten 730 days after their end. rule: no-show, reliability
with moment as (
  select coalesce(nullif(current_setting('lustra.now', true), '')::timestamptz, now()) as now
), reported as (
  select booking_id,
    bool_or(kind = 'no_show' and ended_at is null) as undecided,
    bool_or(kind = 'no_show' and by = 'client' and (state = 'stands' or decision = 'for_client')) as by_client,
    bool_or(kind = 'no_show' and by = 'professional' and (state = 'stands' or decision = 'for_professional')) as by_professional,
    bool_or(kind = 'late' and decision = 'for_client') as late
  from problems group by booking_id
), arrived as (
  select distinct on (booking_id) booking_id, at, received_at from booking_stages
  where stage in ('arrived', 'started') order by booking_id, stage
)
select bookings.id, no_show, on_time
from moment, bookings left join reported on reported.booking_id = bookings.id
  left join arrived on arrived.booking_id = bookings.id
where ends_at > now - interval '700 days' and (
  no_show is distinct from case when undecided then 'undecided' when by_client then 'professional' when by_professional then 'client' end
  or on_time is distinct from case
    when late then false
    when received_at - at <= interval '15 minutes' then at - starts_at <= interval '15 minutes'
  end);

--- undecided: A booking has one undecided problem of a kind at most. rule: problems
select booking_id as id, kind from problems where ended_at is null group by booking_id, kind having count(*) > 1;

--- late-cancellations: A late cancellation was made later than its notice allows, and a person who is ill is
-- excused once in 90 days. With `problems` these are all facts that reliability is counted from.
-- rule: cancellation, reliability
select id from bookings
where cancelled_late and starts_at - cancelled_at >= make_interval(hours => notice_hours)
  or late_excused and reason_code is distinct from 'ill'
union all
select one.id
from bookings as one join bookings as other on one.cancelled_by = other.cancelled_by and one.id < other.id
  and case one.cancelled_by when 'client' then one.client_id = other.client_id else one.professional_id = other.professional_id end
where one.late_excused and other.late_excused
  and greatest(one.cancelled_at, other.cancelled_at) < least(one.cancelled_at, other.cancelled_at) + interval '90 days';

--- safety-timers: A timer tells the contact at most once, not before its moment, and never after 'finished'; one that
-- runs is of a visit that was agreed and that its professional has not ended, and there is somebody to tell. One that
-- told nobody was not sent. Who declined is named by no timer. rule: safety-alarm, safety-timer, safety-contact
select safety_timers.id, safety_timers.state
from safety_timers join bookings on bookings.id = booking_id
  left join booking_stages as finished on finished.booking_id = bookings.id and finished.stage = 'finished'
where alarmed_at < check_by or alarmed_at > finished.received_at or alarm_sent_at < alarmed_at
  or alarm_tried_at < alarmed_at or alarm_tried_at is null and coalesce(alarm_sent_at, checked_in_sent_at) is not null
  or untold_at is not null and (alarmed_at is null or alarm_sent_at is not null)
  or num_nonnulls(safety_timers.email, contact_name) > 0
    and exists (select from safety_declines where safety_declines.email_hash = safety_timers.email_hash)
  or safety_timers.state = 'running' and (
    bookings.status not in ('accepted', 'cancelled', 'completed') or finished.stage is not null
    or cancelled_by = 'professional' and not exists (
      select from suspensions where user_id = bookings.professional_id and began_at <= cancelled_at)
    or exists (
      select from events
      where subject_id = bookings.id and kind = 'booking.completed' and actor_id = bookings.professional_id)
    or not exists (select from safety_contacts as contact where contact.professional_id = bookings.professional_id))
union all
select (array_agg(id))[1], 'alarmed' from safety_timers where state = 'alarmed' group by booking_id having count(*) > 1;

--- pair-files: The public sees both copies of each allowed pair, and no others. rule: photo-pairs
select coalesce(pair_files.pair_id, photo_pairs.id) as id, photo_pairs.state
from photo_pairs full join pair_files on pair_files.pair_id = photo_pairs.id
where pair_files.file is null and photo_pairs.state = 'allowed'
  or pair_files.pair_id is not null and photo_pairs.state is distinct from 'allowed';

--- audit-chain: The numbers of the audit log have no gap, and each hash is that of the hash before and the body.
-- rule: audit-log
select seq::text as id, prev, hash from (
  select *, row_number() over (order by seq) as expected, lag(hash, 1, repeat('0', 64)) over (order by seq) as hash_before
  from audit_log) as entries
where seq <> expected or prev <> hash_before
  or hash <> encode(sha256(convert_to(prev || E'\n' || body, 'UTF8')), 'hex');

--- audited: Each suspension, each end of one, each credit of an operator, each order of a refund, each decision of a
-- problem and each view as a person has an entry of its moment in the audit log, and so has each hidden review and
-- opened conversation. A decision is what its entry says.
-- rule: audit-log
select id, began_at from suspensions where not exists (
  select from audit_log
  where action = 'suspend' and subject_id = user_id::text and at = date_trunc('milliseconds', began_at))
union all
select id, ended_at from suspensions where ended_at is not null and not exists (
  select from audit_log
  where action = 'restore' and subject_id = user_id::text and at = date_trunc('milliseconds', ended_at))
union all
select professional_id, lead_ledger.at from lead_ledger where reason = 'operator' and not exists (
  select from audit_log
  where action = 'credits' and subject_id = professional_id::text and audit_log.at = date_trunc('milliseconds', lead_ledger.at))
union all
select payments.id, ordered_at from payments join provider_tasks on provider_tasks.kind = 'refund-payment' and subject = payments.id::text
where refund_reason not in ('duplicate', 'account_suspended', 'account_deleted') and not exists (
  select from audit_log
  where action = 'refund' and subject_id = payments.id::text and audit_log.at = date_trunc('milliseconds', ordered_at))
union all
select id, ended_at from problems where decision is not null and not exists (
  select from audit_log
  where action = 'decide' and subject_id = problems.id::text and audit_log.at = date_trunc('milliseconds', ended_at))
union all
select person_id, began_at from operator_views where not exists (
  select from audit_log
  where action = 'person_viewed_as' and subject_id = person_id::text and at = date_trunc('milliseconds', began_at))
union all
select id, public_at from reviews where state = 'hidden' and not exists (
  select from audit_log where action = 'hide' and subject_id = reviews.id::text)
union all
select id, opened_at from cases where queue = 'appeals' and kind = 'conversation' and not exists (
  select from audit_log
  where action = 'conversation_opened' and audit_log.subject_id = cases.subject_id
    and at = date_trunc('milliseconds', opened_at))
union all
select decisions.id, decisions.at from decisions join audit_log using (seq)
where decisions.action <> audit_log.action or about_id <> subject_id or decisions.reason <> audit_log.reason;

--- second-operator: Nobody decides what they asked for, nor an appeal of their own action. A payment is ordered to be
-- refunded once, and above $40 in 30 days of a person a second operator has approved it. rule: two-operators, appeals
with orders as (
  select seq, subject_id, audit_log.at, professional_id, amount_cents, body::jsonb -> 'after' ->> 'approval' as approval
  from audit_log join payments on payments.id::text = subject_id
  where action = 'refund' and operator not like 'provider:%'
)
select id::text as id, 'asked' as what from approvals where state in ('approved', 'refused') and decided_by = asked_by
union all
select subject_id, 'twice' from orders group by subject_id having count(*) > 1
union all
select subject_id, 'alone' from orders
where approval is null and (
  select sum(amount_cents) from orders as earlier
  where earlier.professional_id = orders.professional_id and earlier.seq <= orders.seq
    and earlier.at > orders.at - interval '30 days') > 4000
union all
select decision_id::text, 'own' from appeals
  join decisions on decisions.id = decision_id join audit_log on audit_log.seq = decisions.seq
where answered_by = coalesce(body::jsonb -> 'after' ->> 'noticed_by', operator);

--- operator-actions: Nobody acts without a reason, and no operator after they were disabled. rule: audit-log
select seq::text as id, operator from audit_log
where trim(reason) = '' or exists (
  select from operators where operators.id::text = operator and audit_log.at > disabled_at);

--- review-counts: The number and the sum of a professional's reviews are those of each pair's newest public review of a
-- visit that took place. rule: review-counts
with current as (
  select distinct on (professional_id, client_id) professional_id, rating from reviews
  where state = 'public' and visit = 'took_place'
  order by professional_id, client_id, created_at desc, id desc
)
select user_id as id
from professionals left join lateral (
  select count(*) as count, coalesce(sum(rating), 0) as sum from current where professional_id = user_id
) as counted on true
where (total_reviews, rating_sum) is distinct from (count, sum);

--- sealed-reviews: No review is sealed later than 7 days after the end of its visit; the job comes every 5 minutes.
-- rule: review-states
select reviews.id
from reviews left join bookings on bookings.id = booking_id
where reviews.state = 'sealed' and (
  public_at > coalesce(ends_at, reviews.created_at) + interval '7 days'
  or public_at < coalesce(nullif(current_setting('lustra.now', true), '')::timestamptz, now()) - interval '10 minutes'
);

--- factors: Recovery codes stand in for a factor, an account has ten passkeys at most, and a deleted one has no factor.
-- rule: recovery-codes, passkeys
select distinct user_id as id, 'codes' as what from recovery_codes
where not exists (select from passkeys where passkeys.user_id = recovery_codes.user_id)
  and not exists (
    select from totp_secrets where totp_secrets.user_id = recovery_codes.user_id and confirmed_at is not null)
union all
select user_id, 'passkeys' from passkeys group by user_id having count(*) > 10
union all
select users.id, 'deleted' from users
where deleted_at is not null and (
  exists (select from passkeys where user_id = users.id) or exists (select from totp_secrets where user_id = users.id));

--- sessions: A session ends 90 days after it began at the latest. A person has twenty at most, an operator three, which
-- end after eight hours, and none without a second factor. rule: session-expiry, operator-sessions
with moment as (
  select coalesce(nullif(current_setting('lustra.now', true), '')::timestamptz, now()) as now
)
select user_id as id, 'long' as what from sessions where expires_at > created_at + interval '90 days'
union all
select user_id, 'many' from moment, sessions where expires_at > now group by user_id having count(*) > 20
union all
select operator_id, 'long' from operator_sessions where expires_at > created_at + interval '8 hours'
union all
select operator_id, 'many' from moment, operator_sessions where expires_at > now group by operator_id having count(*) > 3
union all
select operator_id, 'without a factor' from operator_sessions
where not exists (select from operator_totp_secrets as secret where secret.operator_id = operator_sessions.operator_id)
  and not exists (select from operator_passkeys as passkey where passkey.operator_id = operator_sessions.operator_id);

--- used-once: A code of an address is dead after five wrong tries, a recovery code is used after it was made, and no
-- step of an app's code lies ahead of the time. rule: email-verification, recovery-codes, app-codes
with moment as (
  select extract(epoch from coalesce(nullif(current_setting('lustra.now', true), '')::timestamptz, now())) / 30 + 1 as step
)
select user_id as id, 'code' as what from email_verifications where wrong_tries > 5
union all
select user_id, 'recovery' from recovery_codes where used_at < created_at
union all
select user_id, 'step' from totp_secrets, moment where last_step > step
union all
select operator_id, 'step' from operator_totp_secrets, moment where last_step > step;

--- sign-in-attempts: After five wrong tries a sign-in is over. rule: second-factor, operator-sessions
select id, user_id from sign_in_attempts where wrong_tries >= 5 and ended_at is null
union all
select id, operator_id from operator_attempts where wrong_tries >= 5 and ended_at is null;

--- addresses: An email address is that of one account at most, in any case of letters. Deleted accounts have none.
-- rule: registration
select lower(email) as id, count(*) from users where deleted_at is null group by lower(email) having count(*) > 1;

--- suspended: Nobody suspended is listed, or in a session from before the suspension. rule: suspension
select users.id, 'listed' as what from users join search_entries on professional_id = users.id
where suspension_id is not null
union all
select users.id, 'signed in' from users
  join suspensions on suspensions.id = suspension_id
  join sessions on sessions.user_id = users.id and sessions.created_at < began_at;

--- cases: A case has one holder at most, who may hold it, and none is resolved without an outcome. rule: case-states
select id, state from cases
where (state = 'claimed') <> (claimed_by is not null) or (state = 'resolved') <> (outcome is not null)
  or claimed_by = not_for;

--- held: A professional gets nothing of a pair that is held or screened, and of one that was released each thing once.
-- rule: held-starts, screened-contacts
select client_id, 'an open lead' as what from leads
where held is not null and (opened_at is not null or waiting_since is not null)
union all
select leads.client_id, 'a credit' from leads join lead_ledger using (professional_id, client_id) where held is not null
union all
select client_id, 'an event' from leads join events on kind = 'lead.received' and subject_id = professional_id
where actor_id = client_id and held is not null
union all
select client_id, 'an event of a booking' from bookings join events on subject_id = bookings.id
where held is not null and kind in ('booking.requested', 'booking.accepted')
union all
select client_id, 'a notice' from leads join notices on user_id = professional_id and other_id = client_id
where held is not null
union all
select client_id, 'screened for more than two hours' from leads
where held = 'screened' and held_until > screened_at + interval '2 hours'
union all
select actor_id, 'released twice' from events where kind = 'lead.received' group by subject_id, actor_id having count(*) > 1
union all
select min(actor_id::text)::uuid, 'a request twice' from events
where kind = 'booking.requested' group by subject_id having count(*) > 1;

--- badges: No badge counts past its end; the job comes each day. rule: badges
with moment as (
  select coalesce(nullif(current_setting('lustra.now', true), '')::timestamptz, now()) - interval '25 hours' as late
)
select user_id as id, 'ssn' as kind from moment, professionals
where background_check_status = 'approved'
  and (background_checked_at at time zone 'utc' + interval '12 months') at time zone 'utc' < late
union all
select id, kind from moment, document_checks where state = 'approved' and expires_at < late;

--- rejections: No rejection stands within 7 days of its notice. rule: rejection-notice
select id from verification_notices
where stands_at < sent_at + interval '7 days'
  or outcome = 'stood' and (ended_at < sent_at + interval '7 days' or disputed_at is not null);

--- document-pages: No page of a document is kept longer than its rule says; the job comes each hour.
-- rule: document-pages
with moment as (
  select coalesce(nullif(current_setting('lustra.now', true), '')::timestamptz, now()) - interval '2 hours' as late
)
select distinct check_id as id, state from moment, document_pages join document_checks on document_checks.id = check_id
where case
  when state in ('pending', 'lapsed') then submitted_at + interval '30 days'
  when state = 'rejected' then decided_at + interval '30 days'
  when state = 'replaced' and expires_at is null then decided_at
  else decided_at + interval '24 hours' end < late;
