// rule: openapi
import { expect, test } from 'vitest'
import { testServer } from '#server/test/server.ts'

test('security.txt names the contact page, the mailbox if there is one, and a day in the future', async () => {
  const settings = { PUBLIC_ORIGIN: 'https://lustra.example', SUPPORT_MAIL: 'help@lustra.example' }
  const server = await testServer(settings, { now: () => new Date('2026-11-28T12:00:00Z') })
  const { headers, body } = await server.app.inject('/.well-known/security.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body).toBe(`Contact: mailto:help@lustra.example
Contact: https://lustra.example/contact
Expires: 2027-05-27T00:00:00.000Z
Preferred-Languages: en, pt, es
Canonical: https://lustra.example/.well-known/security.txt
`)
  await server.close()
})
