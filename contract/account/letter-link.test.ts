// rule: secret-addresses
import { expect, test } from 'vitest'
import { ENDPOINTS } from '../contract.ts'
import { letterLink, tokenIn } from './letter-link.ts'

test('the secret of a letter’s link stands behind #, where it is found again', () => {
  const token = 'b_-9'.repeat(11)
  const { pathname, search, hash } = new URL(
    letterLink('https://lustra.example/answer?answer=declined', token),
  )
  expect(pathname + search).toBe('/answer?answer=declined')
  expect(tokenIn(hash)).toBe(token)
})

test.each(['', '#', '#main', '#token=', '#nottoken=x'])('%j has no secret', (fragment) => {
  expect(tokenIn(fragment)).toBeUndefined()
})

test('only calls of calendars, mail programs, enrolments, references, support and links about a visit have a token in their address', () => {
  const secret = ENDPOINTS.filter(({ path }) => /token/i.test(path))
  expect(secret.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
    'GET /api/calendar/{token}.ics',
    'GET /api/operator/enrolments/{token}',
    'GET /api/references/{token}',
    'GET /api/safety/{token}',
    'GET /api/support/{token}',
    'GET /api/visit-links/{token}',
    'POST /api/operator/enrolments/{token}',
    'POST /api/references/{token}',
    'POST /api/safety-stop/{token}',
    'POST /api/support/{token}',
    'POST /api/visit-links/{token}',
    'POST /unsubscribe/{token}',
  ])
})
