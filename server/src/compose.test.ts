// rule: log-lines
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { logRequest } from './compose.ts'

test('tokens in the addresses of reset links, calendar feeds and answer links are not logged', () => {
  const lines: string[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const log = pino({ serializers: { req: logRequest } }, sink)
  log.info({ req: { method: 'GET', url: '/reset-password/kJ8-secret?from=mail' } })
  log.info({ req: { method: 'GET', url: '/api/calendar/kJ8-secret.ics' } })
  log.info({ req: { method: 'POST', url: '/api/answer-links/kJ8-secret' } })
  log.info({ req: { method: 'GET', url: '/answer/kJ8-secret?answer=accepted' } })
  log.info({ req: { method: 'GET', url: '/search?zip_code=78701' } })
  expect(lines.join('')).not.toContain('kJ8-secret')
  expect(lines.join('')).toContain('/reset-password/…')
  expect(lines.join('')).toContain('/api/calendar/…')
  expect(lines.join('')).toContain('/search?zip_code=78701')
})
