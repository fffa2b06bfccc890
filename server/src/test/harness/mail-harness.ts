import { afterAll, beforeAll, beforeEach } from 'vitest'
import { letterBox } from '../builders/letters.ts'
import type { LetterBox } from '../builders/letters.ts'
import { testServer } from '../server.ts'
import type { TestServer } from '../server.ts'
import { NOW } from '../builders/booking.ts'

/** A test server with a real mail server, on a clock that the test sets. */
export type MailHarness = { server: TestServer; box: LetterBox; now: Date }

/** Makes one harness for all tests of a file. Each test starts at NOW. */
export function mailHarness(): MailHarness {
  const harness = { now: NOW } as MailHarness
  beforeAll(async () => {
    harness.box = await letterBox()
    harness.server = await testServer({ MAIL_URL: harness.box.url }, { now: () => harness.now })
  })
  beforeEach(() => {
    harness.now = NOW
  })
  afterAll(async () => {
    await harness.server.close()
    await harness.box.close()
  })
  return harness
}
