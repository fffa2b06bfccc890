import { afterAll, beforeAll, beforeEach } from 'vitest'
import { letterBox } from './letters.ts'
import type { LetterBox } from './letters.ts'
import { testServer } from './server.ts'
import type { TestServer } from './server.ts'
import { NOW } from './visit.ts'

/** The server with a real mail server behind it, on a clock that a test moves. */
export type LetterHouse = { server: TestServer; box: LetterBox; now: Date }

/** One for all tests of a file; each begins at NOW. */
export function letterHouse(): LetterHouse {
  const house = { now: NOW } as LetterHouse
  beforeAll(async () => {
    house.box = await letterBox()
    house.server = await testServer({ MAIL_URL: house.box.url }, { now: () => house.now })
  })
  beforeEach(() => {
    house.now = NOW
  })
  afterAll(async () => {
    await house.server.close()
    await house.box.close()
  })
  return house
}
