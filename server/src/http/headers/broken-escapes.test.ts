// rule: error-shape
import { afterAll, beforeAll, expect, test } from 'vitest'
import { visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { escapeBrokenPercents } from './broken-escapes.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

test('only a path that cannot be decoded is rewritten, never its query', () => {
  expect(escapeBrokenPercents('/%ff?zip=%ff')).toBe('/%25ff?zip=%ff')
  expect(escapeBrokenPercents('/professional/ana%20lima?zip=%')).toBe(
    '/professional/ana%20lima?zip=%',
  )
})

test('a path with a NUL is rewritten, so that PostgreSQL never reads it', async () => {
  expect(escapeBrokenPercents('/professional/%00/share.jpg?zip=%00')).toBe(
    '/professional/%2500/share.jpg?zip=%00',
  )
  const answer = await visitor(server).get('/professional/%00/share.jpg')
  expect([answer.status, answer.body.code]).toEqual([404, 'professional_not_found'])
  for (const path of [
    '/house-cleaning/%00/austin/share.jpg',
    '/api/uploads/%00',
    '/api/calendar/%00',
  ]) {
    expect((await visitor(server).get(path)).status).toBe(404)
  }
})

test.each([
  ['NUL', '%00'],
  ['a broken escape', '%ff'],
  ['an incomplete character', '%E0%A4%A'],
  ['4,000 letters', 'a'.repeat(4_000)],
])('a profile path with %s answers 404 like any unknown profile', async (_, slug) => {
  const { status, body } = await visitor(server).get(`/api/public/professional/${slug}`)
  expect([status, body.code]).toEqual([404, 'professional_not_found'])
})
