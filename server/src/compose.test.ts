import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { filesFor, logRequest } from './compose.ts'
import { readConfig } from './config.ts'

// rule: log-lines
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
  log.info({ req: { method: 'GET', url: '/search?zip_code=78701&page=2' } })
  expect(lines.join('')).not.toContain('kJ8-secret')
  expect(lines.join('')).toContain('/reset-password/…')
  expect(lines.join('')).toContain('/api/calendar/…')
  expect(lines.join('')).toContain('/search?zip_code=…&page=2')
})

// rule: picture-storage-owner
test('the configuration chooses folder or bucket', async () => {
  expect(readConfig({ FILES_URL: 's3://bucket' }).filesUrl).toBe('s3://bucket')
  expect(() => readConfig({ FILES_URL: 'ftp://secret@bucket' })).toThrow(/^FILES_URL has to be/)
  const folder = await mkdtemp(join(tmpdir(), 'lustra-test-files-'))
  const files = await filesFor(readConfig({ DATA_DIR: folder }))
  await files.put(`${'a'.repeat(32)}.webp`, Buffer.from('x'))
  expect(await readdir(join(folder, 'uploads'))).toHaveLength(1)
  await rm(folder, { recursive: true })
})
