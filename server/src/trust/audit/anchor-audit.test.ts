// rule: audit-log
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { JOBS } from '#server/jobs.ts'
import { NOW } from '#server/test/builders/booking.ts'
import { buildClient } from '#server/test/builders/build.ts'
import { letterBox } from '#server/test/builders/letters.ts'
import type { LetterBox } from '#server/test/builders/letters.ts'
import { endSessions } from '#server/test/builders/operators.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { auditHead, FIRST_PREV } from './operator-actions.ts'

const ALERTS = 'alerts@lustra.example'

let server: TestServer
let box: LetterBox
beforeAll(async () => {
  box = await letterBox()
  server = await testServer({ MAIL_URL: box.url, OPERATOR_ALERTS: ALERTS }, { now: () => NOW })
})
afterAll(async () => {
  await server.close()
  await box.close()
})

/** Runs the job and returns the lines that it logs: the entries of the day, then the head. */
async function anchored(operatorAlerts: string | undefined) {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const config = { ...server.context.config, operatorAlerts }
  await JOBS['anchor-audit']({ ...server.context, config, log }, {})
  return lines.map((line) => JSON.parse(line) as object)
}

test('the newest hash goes to the log each day, and without an address to nobody', async () => {
  expect(await anchored(undefined)).toMatchObject([{ seq: 0, hash: FIRST_PREV }])
  expect(await box.takeNewLetters()).toEqual([])
})

test('with OPERATOR_ALERTS it is sent there too', async () => {
  const client = await buildClient(server)
  const why = { reason: 'A mistake of ours.', doneBy: 'cli:olga' }
  await endSessions(server.context, client.id, why)
  const { hash } = await auditHead(server.db)
  expect(await anchored(ALERTS)).toMatchObject([
    { audit: { seq: 1, action: 'end-sessions', subject: { id: client.id } } },
    { seq: 1, hash },
  ])
  const [letter] = await box.takeNewLetters()
  expect(letter?.to?.[0]?.address).toBe(ALERTS)
  expect(letter?.subject).toBe('Audit log: 1 entries')
  expect(letter?.text).toContain(hash)
  expect(letter?.text).not.toContain(client.id)
})
