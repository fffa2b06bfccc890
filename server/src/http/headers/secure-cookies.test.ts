// rule: encrypted-connections
import { readFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { PASSWORD, registered } from '#server/test/builders/account.ts'
import { buildWebApp } from '#server/test/built-web-app.ts'
import { callerWith } from '#server/test/call.ts'
import {
  enrolledOperator,
  signedInOperator,
} from '#server/test/harness/operator-sign-in-harness.ts'
import { testServer } from '#server/test/server.ts'

const ORIGIN = 'https://lustra.example'
/** Each cookie that the server sets: the file that does, and its attributes. Scripts read one: the language. */
const COOKIES = {
  lustra_session: ['people/sessions/sessions.ts', 'HttpOnly; Secure; SameSite=Lax'],
  lustra_device: ['people/sessions/known-devices.ts', 'HttpOnly; Secure; SameSite=Lax'],
  lustra_logged_out: ['people/sessions/offline-logout.ts', 'Secure; SameSite=Lax'],
  lustra_written: ['http/headers/public-reads.ts', 'HttpOnly; Secure; SameSite=Lax'],
  lustra_operator: ['console/sign-in/operator-sessions.ts', 'HttpOnly; Secure; SameSite=Strict'],
  lustra_operator_device: [
    'console/sign-in/operator-device.ts',
    'HttpOnly; Secure; SameSite=Strict',
  ],
  lustra_view: ['console/operators/person-view.ts', 'HttpOnly; Secure; SameSite=Strict'],
  i18nextLng: ['pages/pages.ts', 'Secure; SameSite=Lax'],
} as const

test('under https every cookie that is set or removed is Secure and bound to this host', async () => {
  let laterMs = 0
  const server = await testServer(
    {
      PUBLIC_ORIGIN: ORIGIN,
      DATABASE_URL: 'postgres://localhost:1/lustra',
      DATABASE_READ_URL: 'postgres://localhost:2/lustra',
    },
    { now: () => new Date(Date.now() + laterMs) },
  )
  const webDir = await buildWebApp()
  const app = await buildApp(server.context, { webDir, eventLoopDelayMsMax: Infinity })
  const set = new Set<string>()
  app.addHook('onSend', async (_request, reply) => {
    for (const cookie of [reply.getHeader('set-cookie') ?? []].flat()) set.add(String(cookie))
  })
  const https = { ...server, app }
  // A proxy that says http changes nothing.
  const callAs = (cookie: string) =>
    callerWith(https, { cookie, origin: ORIGIN, 'x-forwarded-proto': 'http' })

  const { cookie, email, id } = await registered(https)
  await callAs('').get('/anywhere?lang=pt')
  await callAs('').post('/api/login', { email, password: PASSWORD })
  await callAs('__Host-lustra_logged_out=1').get('/api/auth/me')
  await callAs(cookie).post('/api/auth/logout')
  const enrolled = await enrolledOperator(https)
  // The code of the step in which they enrolled is used.
  laterMs += 60_000
  const operator = callAs((await signedInOperator(https, enrolled)).cookie)
  const confirmed = { confirmed_until: new Date('2099-01-01') }
  await server.db.updateTable('operator_sessions').set(confirmed).execute()
  const why = { reason: 'asked', text: 'They asked for help with their bookings.' }
  const view = await operator.post(`/api/operator/people/${id}/view`, why)
  const ended = await operator.post('/api/operator/view/end')
  const left = await operator.post('/api/operator/logout')
  expect([view.status, ended.status, left.status]).toEqual([200, 200, 200])

  for (const cookieSet of set) {
    const [, name = '', attributes = ''] =
      /^__Host-(\w+)=[^;]*(?:; (?:Max-Age|Expires)=[^;]+)*; Path=\/(?:; Expires=[^;]+)?; (.+)$/.exec(
        cookieSet,
      ) ?? []
    const [, expected] = COOKIES[name as keyof typeof COOKIES] ?? []
    expect({ cookieSet, attributes }).toEqual({ cookieSet, attributes: expected })
  }
  const names = [...set].map((text) => text.split('=')[0]!.replace('__Host-', ''))
  expect([...new Set(names)].toSorted()).toEqual(Object.keys(COOKIES).toSorted())
  const removed = [...set].filter((text) => /=;/.test(text)).map((text) => text.split('=')[0])
  expect(new Set(removed)).toEqual(
    new Set(['session', 'logged_out', 'operator', 'view'].map((one) => `__Host-lustra_${one}`)),
  )
  await app.close()
  await server.close()
  await rm(webDir, { recursive: true })
})

test('the test above knows every file that sets a cookie', async () => {
  const files = (await readdir('server/src', { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('test/'),
  )
  const setting = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join('server/src', file), 'utf8')
      return /\.(?:setCookie|clearCookie|cookie)\(|header\(\s*'set-cookie'/i.test(text)
        ? [file]
        : []
    }),
  )
  expect(setting.flat().toSorted()).toEqual(
    Object.values(COOKIES)
      .map(([file]) => file)
      .toSorted(),
  )
})
