// rule: demo-world
import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBroken } from '#server/test/invariants.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { publicReliabilitySql } from '#server/market/professionals/reliability.ts'
import { DEMO_PEOPLE, DEMO_PROFESSIONALS, DEMO_PASSWORD } from './market/demo-people.ts'
import { hasDemoWorld } from '#server/start/demo-world.ts'
import { fillDemoWorld } from './world.ts'

/** The number of cases that wait for an operator, by queue. */
const WAITING =
  'appeals 1, jobs 1, refunds 1, reports 4, reviews 1, support 5, verification 3, visits 1'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  await fillDemoWorld(server.context, { professionals: 120 })
}, 60_000)
afterAll(() => server.close())

const countOf = async (query: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int ${sql.raw(query)}`.execute(
    server.db,
  )
  return rows[0]!.count
}

const expectRows = async (count: number, query: string) => expect(await countOf(query)).toBe(count)
const expectNone = (query: string) => expectRows(0, query)

describe('the demo world', () => {
  test('is written once, and never into a database with users', async () => {
    expect(await hasDemoWorld(server.db)).toBe(true)
    const before = await countOf('from users')
    expect(await fillDemoWorld(server.context, { professionals: 120 })).toBe(false)
    expect(await countOf('from users')).toBe(before)
  })

  test('lets every named person sign in with the common password', async () => {
    for (const { email } of Object.values(DEMO_PEOPLE)) {
      const { statusCode } = await server.app.inject({
        method: 'POST',
        url: '/api/login',
        payload: { email, password: DEMO_PASSWORD },
      })
      expect(statusCode).toBe(200)
    }
  })

  test('lists the active named professionals in search, not the inactive one', async () => {
    for (const { zip, slug, active } of DEMO_PROFESSIONALS) {
      const { body } = await server.app.inject(
        `/api/professionals/search/enhanced?zip_code=${zip}&page_size=50`,
      )
      expect(body.includes(`"${slug}"`)).toBe(active)
    }
  })

  // rule: working-hours, instant-booking
  test('has weekly plans of two named people and of most others, some of whom take instant bookings', async () => {
    const { rows } = await sql<{ email: string }>`
      select email from professional_times join users on users.id = professional_id
      where email = any(${DEMO_PROFESSIONALS.map(({ email }) => email)}) order by email`.execute(
      server.db,
    )
    expect(rows.map(({ email }) => email)).toEqual([DEMO_PEOPLE.ana.email, DEMO_PEOPLE.grace.email])
    const grace = `from professional_times join working_hours using (professional_id) join users on users.id = professional_id
      where email = '${DEMO_PEOPLE.grace.email}' and travel and instant_booking = 'verified'`
    const parts = `(weekday < 6 and (from_minute, to_minute) in ((480, 720), (780, 1020))
      or (weekday, from_minute, to_minute) = (6, 540, 780))`
    await expectRows(11, `${grace} and ${parts}`)
    expect(await countOf(grace)).toBe(11)
    const clients = [DEMO_PEOPLE.maya, DEMO_PEOPLE.carlos].map(({ email }) => `'${email}'`).join()
    await expectRows(2, `from users where email in (${clients}) and email_verified_at is not null`)
    const stated = await countOf(`from professional_times
      where stated and exists (select from working_hours where working_hours.professional_id = professional_times.professional_id)`)
    expect(await countOf('from busy_times')).toBeGreaterThan(50)
    expect(stated).toBeGreaterThan(60)
    expect(stated).toBeLessThan(90)
    const instant = await countOf(`from professional_times where instant_booking = 'verified'`)
    expect(instant).toBeGreaterThan(20)
    expect(instant).toBeLessThan(45)
  })
})

describe('visits of the demo world', () => {
  // rule: absence
  test('has a professional who is ill on Monday to Wednesday of next week, without visits then, and two told clients', async () => {
    const days = `from time_exceptions join users on users.id = professional_id
      where email = '${DEMO_PEOPLE.ana.email}' and kind = 'off' and extract(isodow from from_date) = 1 and to_date = from_date + 2`
    expect(await countOf(days)).toBe(1)
    await expectNone(`from bookings join time_exceptions using (professional_id)
        where booking_date between from_date and to_date and status in ('pending', 'accepted')`)
    expect(
      await countOf(`from notices join bookings on bookings.id = booking_id
        where kind = 'booking.absence' and bookings.status = 'cancelled' and user_id = client_id`),
    ).toBe(2)
  })

  // rule: settle-hours, receipts
  test('has settled hours of every visit but a disputed one and one that waits, and six receipts of a client', async () => {
    const ofMaya = `join users on users.id = client_id where email = '${DEMO_PEOPLE.maya.email}'`
    await expectRows(2, `from bookings where status = 'completed' and final_cents is null`)
    expect(
      await countOf(`from booking_hours join bookings on bookings.id = booking_id ${ofMaya}
        and actual_minutes = 165 and estimated_hours = 2 and answer_until > now()`),
    ).toBe(1)
    await expectRows(6, `from receipts join bookings on bookings.id = booking_id ${ofMaya}`)
  })

  // rule: work-agreement
  test('has an agreement in Spanish and English in Miami', async () => {
    expect(
      await countOf(`from agreements
        join bookings on bookings.id = booking_id join users on users.id = professional_id
        where email = '${DEMO_PEOPLE.lucia.email}'
          and jsonb_path_query_array(columns, '$[*].language') @> '["en", "es"]'`),
    ).toBe(1)
  })

  // rule: visit-stages
  test('has visits with stages, as a professional would have pressed them', async () => {
    expect(
      await countOf(`from booking_stages join bookings on bookings.id = booking_id
        where booking_stages.stage = 'arrived' and at < starts_at and status = 'completed'`),
    ).toBeGreaterThanOrEqual(3)
  })

  // rule: access-log, home-photos
  test('has a house with sealed access details, photos of three rooms, and looks by its professional, two of them for a visit within a day', async () => {
    const ofMaya = `join homes on homes.id = home_id join users on users.id = homes.client_id where email = '${DEMO_PEOPLE.maya.email}'`
    await expectRows(4, `from access_values ${ofMaya}`)
    await expectRows(3, `from home_photos ${ofMaya} and room_id is not null`)
    await expectRows(4, `from access_views ${ofMaya} and booking_id is not null`)
    expect(
      await countOf(`from access_views join bookings on bookings.id = booking_id
        where status = 'accepted' and now() between starts_at - interval '24 hours' and starts_at and home_rooms is not null`),
    ).toBe(2)
  })

  // rule: reliability
  test('has a professional who kept 47 of 48 visits, and was on time at 44 of 46', async () => {
    const [found] = await server.db
      .selectFrom('users')
      .select(() => publicReliabilitySql(sql.ref('users.id'), new Date()).as('reliability'))
      .where('email', '=', DEMO_PEOPLE.grace.email)
      .execute()
    expect(found!.reliability).toEqual({
      window_days: 180,
      visits: 48,
      kept: 47,
      late_cancellations: 1,
      no_shows: 0,
      on_time: 44,
      on_time_of: 46,
    })
  })

  // rule: reclean
  test('has a client to whom a re-clean is offered', async () => {
    expect(
      await countOf(`from problems join bookings on bookings.id = booking_id
        join users on users.id = client_id where problems.state = 'answered' and reclean_date > now()
        and problems.answer_until > now() and problems.answered_at < now() and email = '${DEMO_PEOPLE.maya.email}'`),
    ).toBe(1)
  })

  // rule: problem-moves
  test('has a disputed no-show of these days that waits for an operator, whose case is not overdue', async () => {
    expect(
      await countOf(`from cases join problems on problems.id::text = subject_id
        where problems.kind = 'no_show' and cases.state = 'open' and due_at > now() and problems.opened_at > now() - interval '3 days'`),
    ).toBe(1)
    expect(
      await countOf(`from problems join bookings on bookings.id = booking_id
        where kind = 'no_show' and problems.state = 'disputed' and no_show = 'undecided'`),
    ).toBe(1)
  })

  // rule: offer, booking-extras
  test('cost what the offers of their professionals say, also later visits of a series', async () => {
    const priced = `from bookings join professionals on user_id = professional_id left join offers using (professional_id)
      left join offer_services as own using (professional_id, service_type)`
    const facts = `(greatest(professionals.hourly_rate_cents, own.hourly_rate_cents), coalesce(own.minimum_hours, 1),
      case brings when 'included' then 'professional' else 'client' end)`
    await expectNone(`${priced} where estimated_hours < own.minimum_hours
      or (bookings.hourly_rate_cents, bookings.minimum_hours, supplies) is distinct from ${facts}`)
    expect(await countOf(`${priced} where own.hourly_rate_cents > 0`)).toBeGreaterThan(10)
    expect(await countOf(`from booking_lines where percent = 10`)).toBeGreaterThan(5)
  })

  // rule: safety-contact
  test('has a professional with a safety contact who was asked', async () => {
    expect(
      await countOf(`from safety_contacts join safety_invitations using (professional_id, email_hash)
        join users on users.id = professional_id where users.email = '${DEMO_PEOPLE.ana.email}' and sent_at is not null`),
    ).toBe(1)
  })

  // rule: photo-pairs
  test('has a pair of photos that its client allowed, and one that waits for an answer', async () => {
    const { rows } = await sql`
      select photo_pairs.state, count(file)::int as copies from photo_pairs left join pair_files on pair_id = photo_pairs.id
        join bookings on bookings.id = booking_id
      where ends_at > now() - interval '80 days' group by photo_pairs.id order by photo_pairs.state`.execute(
      server.db,
    )
    expect(rows).toEqual([
      { state: 'allowed', copies: 2 },
      { state: 'asked', copies: 0 },
    ])
  })

  // rule: series
  test('has weekly visits of two named people with one skipped and one proposed move', async () => {
    const visits = `from series join bookings on series_id = series.id
      join users client on client.id = series.client_id join users professional on professional.id = series.professional_id
      where series.status = 'active' and client.email = '${DEMO_PEOPLE.maya.email}'
        and professional.email = '${DEMO_PEOPLE.grace.email}'`
    expect(
      await countOf(`${visits} and bookings.status = 'accepted'
        and to_char(starts_at at time zone bookings.time_zone, 'HH24:MI') = '15:00'`),
    ).toBeGreaterThanOrEqual(6)
    await expectRows(1, `${visits} and reason_code = 'skipped' and starts_at > now()`)
    await expectRows(0, `from series_visits where status = 'conflict'`)
    expect(
      await countOf(`${visits} and bookings.status = 'accepted' and exists (
        select from booking_proposals where booking_id = bookings.id and status = 'open' and by = 'professional'
          and expires_at > now())`),
    ).toBe(1)
  })

  // rule: homes
  test('has a client with a house, which the coming regular visits have, and an office', async () => {
    const { rows } = await sql<{ kind: string; marked: number; visits: number }>`
      select kind, (select count(*)::int from home_rooms where home_id = homes.id and (important or do_not_enter)) as marked,
        (select count(*)::int from bookings where home_id = homes.id and home_facts ->> 'kind' = homes.kind
          and series_id is not null and status = 'accepted') as visits
      from homes join users on users.id = client_id where email = ${DEMO_PEOPLE.maya.email} order by homes.created_at`.execute(
      server.db,
    )
    expect(rows).toMatchObject([
      { kind: 'house', marked: 3 },
      { kind: 'office', marked: 0, visits: 0 },
    ])
    expect(rows[0]!.visits).toBeGreaterThan(2)
  })
})

describe('all rows of the demo world', () => {
  // rule: search-by-time, booking-conflict, series
  test('holds every invariant of times and visits', async () => {
    expect(await findBroken(server)).toEqual({})
  })

  test('has only example email addresses and fictional telephone numbers', async () => {
    await expectNone(`from users
        where email not like '%@demo.lustra.example' or phone not like '(___) 555-01__'`)
  })

  test('has answers to the questions of reviews, and answers to some reviews, each after the review and before now', async () => {
    expect(await countOf('from reviews where answer is not null')).toBeGreaterThan(10)
    expect(await countOf('from reviews where book_again')).toBeGreaterThan(100)
    await expectNone('from reviews where answered_at < created_at or answered_at > now()')
  })

  test('has the events of each booking, in order and before now', async () => {
    await expectNone(`from bookings where status != 'pending'
        and not exists (select from events where subject_id = bookings.id and kind = 'booking.' || bookings.status)`)
    await expectNone(`from events join bookings on bookings.id = subject_id
        where at < bookings.created_at or at > now()`)
  })

  test('gives what happened to a booking one time, in its events, its row, its thread and the log of its home', async () => {
    await expectNone(`from events join bookings on bookings.id = subject_id
        where kind = 'booking.cancelled' and at is distinct from cancelled_at`)
    await expectNone(`from events join messages on booking_id = subject_id and events.kind = 'booking.' || event
        where at <> created_at`)
    await expectNone(`from events asked join events done using (subject_id)
        where asked.kind = 'visit.pair_asked' and done.kind = 'booking.completed' and asked.at < done.at`)
    await expectNone(`from access_views one join access_views other using (home_id)
        where one.id < other.id and one.at > other.at`)
  })

  test('has no overlapping visits of one professional', async () => {
    await expectNone(`from bookings one join bookings other using (professional_id)
        where one.id < other.id and one.status in ('accepted', 'completed') and other.status in ('accepted', 'completed')
          and tstzrange(one.starts_at, one.ends_at) && tstzrange(other.starts_at, other.ends_at)`)
  })

  test('has completed visits in the past and open requests in the future', async () => {
    await expectNone(`from bookings
        where created_at > starts_at or (status = 'completed' and ends_at > now())
          or (status in ('pending', 'accepted') and starts_at < now()) or (status = 'pending' and expires_at < now())`)
    expect(await countOf(`from bookings where status = 'pending'`)).toBe(10)
  })

  test('has balances that equal their ledgers, and a payment for each subscription', async () => {
    await expectNone(`from lead_credits left join (
          select professional_id, sum(amount) as balance from lead_ledger group by professional_id) as sum using (professional_id)
        where lead_credits.balance is distinct from sum.balance`)
    await expectNone(`from subscriptions left join payments using (professional_id)
        where payments.id is null or paid_until <= now()`)
  })

  test('has ledgers in order of time in which no credit is spent before it is granted', async () => {
    await expectNone(`from (
          select id, sum(amount) over (partition by professional_id order by id) as balance,
            at < lag(at) over (partition by professional_id order by id) as is_earlier
          from lead_ledger) as entry
        where balance < 0 or is_earlier`)
  })

  test('has one named professional without credits and with one locked lead', async () => {
    const of = (email: string) =>
      `join users on users.id = professional_id where email = '${email}'`
    await expectRows(1, `from lead_credits ${of(DEMO_PEOPLE.lucia.email)} and balance = 0`)
    const locked = 'waiting_since is not null'
    await expectRows(1, `from leads ${of(DEMO_PEOPLE.lucia.email)} and ${locked}`)
    await expectRows(1, `from leads where ${locked}`)
    await expectRows(1, `from lead_credits ${of(DEMO_PEOPLE.grace.email)} and balance > 0`)
  })

  test('counts reviews of verified hires, and has a few others', async () => {
    const all = await countOf('from reviews')
    const counted = await countOf('from professionals, generate_series(1, total_reviews)')
    expect(counted).toBeLessThan(all)
    expect(counted).toBeGreaterThan(all * 0.9)
  })

  test('names only pictures that exist, in three sizes', async () => {
    const files = new Set(await readdir(server.context.config.uploadsDir))
    const { rows } = await sql<{ file: string }>`
      select profile_image as file from professionals where profile_image is not null
      union select unnest(gallery_images) from professionals
      union select picture from messages where picture is not null union select file from review_photos
      union select file from visit_photos union select file from pair_files`.execute(server.db)
    expect(rows.length).toBeGreaterThan(60)
    for (const { file } of rows) {
      for (const size of ['', '-240', '-640']) {
        expect(files).toContain(file.replace('.webp', `${size}.webp`))
      }
    }
  })

  test('has size and placeholder of every picture, in the order of the profile', async () => {
    await expectNone(`from professionals
        where (select coalesce(array_agg(image ->> 'url' order by position), '{}')
            from jsonb_array_elements(images) with ordinality as known (image, position))
          is distinct from array(
            select '/api/uploads/' || file
            from unnest(array_remove(array[profile_image], null) || gallery_images) as file)`)
    await expectNone(`from professionals, jsonb_array_elements(images) as image
        where (image ->> 'width')::int < 400 or (image ->> 'height')::int < 300
          or image ->> 'placeholder' not like 'data:image/webp;base64,%'`)
    expect(await countOf("from professionals where images != '[]'")).toBeGreaterThan(100)
  })

  test('has conversations of the named people in order of time, some unread, without letters about them', async () => {
    const threads = `select messages.*, languages.language, professionals.email from messages
      join leads using (conversation_id) join users professionals on professionals.id = professional_id
      join users languages on languages.id = client_id`
    for (const { email } of DEMO_PROFESSIONALS.filter(({ active }) => active)) {
      const messagesOfProfessional = `from (${threads}) as m where email = '${email}' and kind <> 'booking'`
      expect(await countOf(messagesOfProfessional)).toBeGreaterThan(6)
      expect(await countOf(`${messagesOfProfessional} and read_at is null`)).toBeGreaterThan(0)
      await expectRows(0, `${messagesOfProfessional} and (created_at > now() or told_at is null)`)
    }
    await expectNone(`from messages one join messages other using (conversation_id)
        where one.seq < other.seq and one.created_at > other.created_at`)
    await expectNone(`from bookings join users on users.id = professional_id
        where email in (${DEMO_PROFESSIONALS.map(({ email }) => `'${email}'`).join()})
          and not exists (select from messages where booking_id = bookings.id and event = 'requested')
          and not exists (select from series where series.id = series_id and request_id <> bookings.id)`)
    await expectRows(
      1,
      `from messages join leads using (conversation_id)
        where kind = 'text' and opened_at is null`,
    )
  })

  test('has no two equal bios', async () => {
    expect(await countOf('from (select distinct bio from professionals) as bios')).toBe(124)
  })
})

// rule: demo-world, marketplace-health
test('operators of the demo world have work, and the marketplace its numbers', async () => {
  expect(await countOf('from operators join operator_totp_secrets on operator_id = id')).toBe(2)
  const { rows } = await sql<{ waiting: string }>`select queue || ' ' || count(*) as waiting
    from cases where state = 'open' group by queue order by queue`.execute(server.db)
  expect(rows.map(({ waiting }) => waiting).join(', ')).toBe(WAITING)
  await expectRows(40, 'from audit_log join operators on operators.id::text = operator')
  const counts = `from (select count(distinct day) as days, sum(searches) as searches, sum(profile_views) as views from daily_counts)
    as counted where days = 60 and views < searches and searches < 50 * (select count(*) from events where kind = 'booking.requested')`
  await expectRows(1, counts)
})
