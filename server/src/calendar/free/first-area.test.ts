// rule: free-times-limits
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { NOW } from '#server/test/builders/booking.ts'
import { as, visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ RATE_LIMIT_SCALE: '1' }, { now: () => NOW })
})
afterAll(() => server.close())

const TUESDAY_MORNING = [{ weekday: 2, from: '09:00', to: '12:00' }]
const DECEMBER_1 = 'from=2026-12-01&to=2026-12-01'

type Caller = Pick<ReturnType<typeof visitor>, 'get'>

async function buildTuesday(areas: string[]) {
  const grace = await buildProfessional(server, { areas })
  const own = await as(server, grace)
  const times = { plan: TUESDAY_MORNING }
  expect((await own.put(`/api/professional/time/${grace.id}`, times)).status).toBe(200)
  return grace
}

async function ask(caller: Caller, { id }: { id: string }, query = '') {
  const { status, body } = await caller.get(`/api/professional/slots/${id}?${DECEMBER_1}${query}`)
  if (status !== 200) return `${status} ${body.code}`
  const times = body.days[0].slots.map(({ time }: { time: string }) => time)
  return `${body.time_zone}: ${times.join(' ')}`
}

test('without a ZIP code the first area is meant, and the base ZIP shows in nothing but the hours', async () => {
  // The day starts in Texas, an hour behind New York.
  const grace = await buildTuesday(['10001', '78701'])
  await server.db
    .updateTable('professional_times')
    .set({ base_zip: '78701' })
    .where('professional_id', '=', grace.id)
    .execute()
  expect(await ask(visitor(server), grace)).toBe('America/New_York: 10:00 10:30 11:00')
  expect(await ask(visitor(server), grace, '&zip_code=')).toBe(
    'America/New_York: 10:00 10:30 11:00',
  )
  expect(await ask(visitor(server), grace, '&zip_code=78701')).toBe(
    'America/Chicago: 09:00 09:30 10:00',
  )
  const nobody = { id: '019f0000-0000-7000-8000-000000000000' }
  expect(await ask(visitor(server), nobody)).toBe('404 professional_not_found')
  expect(await ask(visitor(server), { id: 'nobody' })).toBe('404 professional_not_found')
})

test('a client who names no home uses up none of the homes of a day', async () => {
  const grace = await buildTuesday(['Austin, TX'])
  const client = await as(server, await buildClient(server))
  for (let times = 0; times < 7; times++) {
    expect(await ask(client, grace)).toBe('America/Chicago: 09:00 09:30 10:00')
  }
  const { rows } = await sql`select from rate_limits where key like 'slots_home:%'`.execute(
    server.db,
  )
  expect(rows).toHaveLength(0)
  const homes = ['78701', '78702', '78703', '78704', '78705']
  for (const zip of homes) expect(await ask(client, grace, `&zip_code=${zip}`)).toContain('09:00')
  expect(await ask(client, grace, '&zip_code=78723')).toBe('429 too_many_requests')
  expect(await ask(client, grace)).toContain('09:00')
})

test('a network that asks too often is refused, with and without a ZIP code', async () => {
  const grace = await buildTuesday(['78701'])
  let answers = 0
  let answer = ''
  while (answers++ < 150 && !answer.startsWith('429')) answer = await ask(visitor(server), grace)
  expect(answer).toBe('429 too_many_requests')
  expect(answers).toBeGreaterThan(90)
  expect(await ask(visitor(server), grace, '&zip_code=78701')).toBe('429 too_many_requests')
})
