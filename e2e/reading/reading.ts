import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { rowsOf } from '../support/server/database.ts'
import { startDemoServer } from '../support/server/demo-server.ts'
import { test as base } from '../support/journey.ts'
import { arriveAt } from '../support/screens/screen.ts'
import { sentencesIn } from './sentences.ts'

/**
 * The zone of every reader: far from all homes and from the machine, so that a time in the wrong zone is another one
 * and mostly of another day.
 */
export const READER_ZONE = 'Pacific/Auckland'

/** A screen of a role, and what the database makes it say. */
export type Screen = {
  path: string
  /** Opens the part that is read, such as a dialog. */
  open?: (page: Page) => Promise<unknown>
  /** The selector of the part that is read: otherwise the open dialog, or the page without its header and footer. */
  part?: string
  /**
   * The sentences that the rows of the database make, by their kind and in the order of reading. No sentence belongs to
   * two kinds. Called again until the screen shows them, because reading a screen can change rows.
   */
  facts?: () => Promise<Record<string, readonly string[]>>
  /** Sentences that rows make, wherever they stand. Each has to be on the screen. */
  known?: () => Promise<readonly string[]>
  /** Texts of a document, of which the screen has some, and sentences of people of whom it has some. */
  maybe?: () => Promise<readonly (string | RegExp)[]>
  /** Sentences with a number that no row decides, such as a limit. Each has to be on the screen. */
  fixed?: readonly (string | RegExp)[]
}

/** Reads rows from the database of this journey's server. */
export type Rows = <Row>(text: string, values?: unknown[]) => Promise<Row[]>

type Reader = {
  page: Page
  dataDir: string
  rows: Rows
  /** Opens each screen and compares what it says. `names` are those of the people whom its reader knows. */
  expectTrue: (screens: readonly Screen[], names: readonly string[]) => Promise<void>
}

/** A test on a demo world of its own, so that no other journey changes what is read. */
export const test = base.extend<{ openReader: () => Promise<Reader> }>({
  ownPages: true,
  openReader: async ({ browser, watch }, provide) => {
    const server = await startDemoServer()
    try {
      await provide(async () => {
        const context = await browser.newContext({
          baseURL: server.origin,
          timezoneId: READER_ZONE,
        })
        await watch(context)
        const page = await context.newPage()
        return {
          page,
          dataDir: server.dataDir,
          rows: (text, values) => rowsOf(text, values, server.dataDir),
          expectTrue: (screens, names) => expectTrue(page, screens, names),
        }
      })
      for (const context of browser.contexts()) await context.close()
    } finally {
      await server.stop()
    }
  },
})

/** How long a screen may take until it says what the database holds. */
const SETTLE_MS_MAX = 5000

async function expectTrue(
  page: Page,
  screens: readonly Screen[],
  names: readonly string[],
): Promise<void> {
  const isFact = factTest(names)
  const faults: string[] = []
  for (const screen of screens) {
    await test.step(`${screen.path} ${screen.part ?? ''}`, async () => {
      await arriveAt(page, { name: screen.path, path: screen.path, afterOpen: screen.open })
      const latest = Date.now() + SETTLE_MS_MAX
      for (;;) {
        await page.evaluate(openDetails)
        const found = await faultsOf(page, screen, isFact)
        if (found.length > 0 && Date.now() < latest) continue
        faults.push(...found.map((fault) => `${screen.path}: ${fault}`))
        break
      }
    })
  }
  expect(faults, 'sentences that contradict the database, or that no row accounts for').toEqual([])
}

/** Runs in the page. */
function openDetails(): void {
  for (const details of document.querySelectorAll('details')) details.open = true
}

async function faultsOf(
  page: Page,
  { part, facts, known, maybe, fixed = [] }: Screen,
  isFact: (sentence: string) => boolean,
): Promise<string[]> {
  const kinds = Object.entries((await facts?.()) ?? {}).map(
    ([kind, sentences]) => [kind, sentences.map(plain).filter(isFact)] as const,
  )
  const knownHere = new Set(((await known?.()) ?? []).map(plain).filter(isFact))
  const texts = [...fixed, ...((await maybe?.()) ?? [])]
  const isFixed = (sentence: string) =>
    texts.some((one) => (typeof one === 'string' ? plain(one) === sentence : one.test(sentence)))
  const kindOf = new Map<string, string>()
  for (const [kind, sentences] of kinds) {
    for (const sentence of sentences) {
      const other = kindOf.get(sentence)
      if (other && other !== kind) throw new Error(`“${sentence}” belongs to ${other} and ${kind}`)
      kindOf.set(sentence, kind)
    }
  }
  const read = (await page.evaluate(sentencesIn, part)).filter(isFact)
  const strange = read.filter(
    (sentence) => !kindOf.has(sentence) && !knownHere.has(sentence) && !isFixed(sentence),
  )
  const missing = [...knownHere].filter((sentence) => !read.includes(sentence))
  return [
    ...strange.map((sentence) => `says “${sentence}”, which no row accounts for`),
    ...missing.map((sentence) => `does not say “${sentence}”, which a row makes`),
    ...kinds.flatMap(([kind, expected]) => {
      const said = read.filter((sentence) => kindOf.get(sentence) === kind)
      return orderFaults(said, expected).map((fault) => `${kind}: ${fault}`)
    }),
    ...fixed
      .filter(
        (one) =>
          !read.some((said) => (typeof one === 'string' ? plain(one) === said : one.test(said))),
      )
      .map((one) => `does not say ${String(one)}`),
  ]
}

function orderFaults(said: readonly string[], expected: readonly string[]): string[] {
  const first = expected.findIndex((sentence, index) => said[index] !== sentence)
  if (first === -1 && said.length === expected.length) return []
  const from = first === -1 ? expected.length : first
  const few = (sentences: readonly string[]) => JSON.stringify(sentences.slice(from, from + 3))
  return [
    `says ${few(said)} at ${from + 1} of ${said.length}, the database ${few(expected)} of ${expected.length}`,
  ]
}

/** Node and the browsers use different spaces before AM. */
const plain = (sentence: string) => sentence.replace(/\s+/g, ' ').trim()

const DAYS =
  /\b(today|tomorrow|yesterday|Sundays?|Mondays?|Tuesdays?|Wednesdays?|Thursdays?|Fridays?|Saturdays?|January|February|April|June|July|August|September|October|November|December)\b/i

/** Whether a sentence has a number, a day or a person's name. */
function factTest(names: readonly string[]): (sentence: string) => boolean {
  const words = names.flatMap((name) => name.split(' ')).filter((word) => word.length > 1)
  const name = new RegExp(`(?<!\\p{L})(${[...new Set(words)].join('|')})(?!\\p{L})`, 'u')
  return (sentence) => /\d/.test(sentence) || DAYS.test(sentence) || name.test(sentence)
}
