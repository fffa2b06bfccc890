// rule: openapi
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

/**
 * Pairs of paths that a linter takes for one, because it does not know that an id is a UUID and never 'professional' or
 * 'client'. The product fixes these addresses.
 */
const SAME_TO_A_LINTER = [
  ['/api/bookings/client/{id}', '/api/bookings/{id}/access'],
  ['/api/bookings/professional/{id}', '/api/bookings/{id}/access'],
  ['/api/bookings/professional/{id}', '/api/bookings/{id}/agreement'],
  ['/api/bookings/professional/{id}', '/api/bookings/{id}/all-good'],
  ['/api/bookings/professional/{id}', '/api/bookings/{id}/calendar.ics'],
  ['/api/bookings/professional/{id}', '/api/bookings/{id}/changes'],
  ['/api/bookings/professional/{id}', '/api/bookings/{id}/contact-log'],
  ['/api/bookings/professional/{id}', '/api/bookings/{id}/hours'],
  ['/api/bookings/professional/{id}', '/api/bookings/{id}/pairs'],
  ['/api/bookings/professional/{id}', '/api/bookings/{id}/payment'],
  ['/api/bookings/professional/{id}', '/api/bookings/{id}/photos'],
  ['/api/bookings/professional/{id}', '/api/bookings/{id}/problems'],
  ['/api/bookings/professional/{id}', '/api/bookings/{id}/proposals'],
  ['/api/bookings/professional/{id}', '/api/bookings/{id}/receipt'],
  ['/api/bookings/professional/{id}', '/api/bookings/{id}/refresh-home'],
  ['/api/bookings/professional/{id}', '/api/bookings/{id}/safety'],
  ['/api/bookings/professional/{id}', '/api/bookings/{id}/stages'],
  ['/api/bookings/professional/{id}', '/api/bookings/{id}/visit'],
].map((paths) => `no-ambiguous-paths: ${paths.toSorted().join(' and ')}`)

/** The errors and warnings that Redocly's recommended rules find. They read only the text and no network. */
async function problemsOf(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const source = JSON.stringify(document)
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  return problems.map(({ ruleId, message, location }) => {
    const paths = [...message.matchAll(/`(\/api\/[^`]+)`/g)].map((match) => String(match[1]))
    const place = ruleId === 'no-ambiguous-paths' ? undefined : location[0]?.pointer
    return `${ruleId}: ${place ? `${message} ${place}` : paths.toSorted().join(' and ')}`
  })
}

test('the OpenAPI document passes the recommended rules of a public linter', async () => {
  const { body } = await visitor(server).get('/api/openapi.json')
  expect((await problemsOf(body)).toSorted()).toEqual(SAME_TO_A_LINTER.toSorted())
})

test('the linter finds what is missing in a document', async () => {
  const { body } = await visitor(server).get('/api/openapi.json')
  const { license: _, ...info } = body.info
  const login = { ...body.paths['/api/login'].post, security: undefined, operationId: undefined }
  const paths = { ...body.paths, '/api/login': { post: login } }
  const found = await problemsOf({ ...body, info, paths })
  for (const rule of ['info-license', 'operation-operationId', 'security-defined'])
    expect(found.filter((problem) => problem.startsWith(`${rule}: `))).toHaveLength(1)
})
