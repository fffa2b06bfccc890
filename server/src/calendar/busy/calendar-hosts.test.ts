// rule: encrypted-connections
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { feedUrlOf } from '#server/outside/calendars/feed-address.ts'
import { fetchFeed } from '#server/outside/calendars/fetch-feed.ts'
import { buildProfessional } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'

const HOSTS = ['calendar.google.com', '*.icloud.com']

test.each([
  ['https://calendar.google.com/private.ics', true],
  ['https://p12-caldav.icloud.com/private.ics', true],
  ['https://icloud.com/private.ics', false],
  ['https://evilicloud.com/private.ics', false],
  ['https://calendar.google.com.evil.example/private.ics', false],
  ['https://other.calendar.google.com/private.ics', false],
])('with a list of hosts %s is allowed: %s', (address, isAllowed) => {
  expect(feedUrlOf(address, undefined, HOSTS) !== undefined).toBe(isAllowed)
  expect(feedUrlOf(address, undefined)).toBeDefined()
})

// rule: busy-times
test.each([
  'webcal://calendar.google.com/private.ics',
  ' WEBCAL://calendar.google.com/private.ics ',
])('the address %j is read over https', (address) => {
  expect(feedUrlOf(address, undefined, HOSTS)?.href).toBe('https://calendar.google.com/private.ics')
  expect(feedUrlOf(address.replace('google.com', 'google.com:80'), undefined)).toBeUndefined()
})

test('a calendar at another host is refused when it is added and when it is read', async () => {
  const server = await testServer({ CALENDAR_HOSTS: 'Calendar.google.com, *.icloud.com' })
  const ana = await buildProfessional(server)
  const path = `/api/professional/busy/${ana.id}/feeds`
  const feed = { feed_url: 'https://calendars.example.com/private.ics', label: 'Mine' }
  const { status, body } = await (await as(server, ana)).post(path, feed)
  expect([status, body.code]).toEqual([422, 'feed_address_refused'])
  expect(await server.db.selectFrom('busy_calendars').selectAll().execute()).toEqual([])
  const read = { testOrigin: undefined, hosts: HOSTS, bytesMax: 1000 }
  expect(await fetchFeed(feed.feed_url, read)).toEqual({ problem: 'refused' })
  await server.close()
})

test('a wrong list of hosts is one line', () => {
  expect(() => readConfig({ CALENDAR_HOSTS: 'https://hidden' })).toThrow(
    expect.objectContaining({
      name: 'StartupProblem',
      message:
        'CALENDAR_HOSTS has to be names with commas between them, such as fcm.googleapis.com,*.push.apple.com.',
    }),
  )
})
