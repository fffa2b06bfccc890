import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'

const APP_COMES_MS = 6000

type Fixtures = {
  /** Whether the browser knows service workers: what one answers, `page.route` does not see. */
  worker: boolean
  /** Complaints of the browser that this journey brings about on purpose. */
  expected: RegExp[]
  /** Watches a second browser as the first is watched. */
  watch: (context: BrowserContext) => Promise<void>
}

/**
 * A test whose browsers may complain of nothing: an error or a warning in the console, an exception, a breach of the content
 * policy, or words that are missing fail it.
 */
export const test = base.extend<Fixtures>({
  worker: [false, { option: true }],
  expected: [[], { option: true }],
  watch: async ({ expected, worker }, provide) => {
    const complaints: string[] = []
    const note = (complaint: string) => {
      if (!expected.some((pattern) => pattern.test(complaint))) complaints.push(complaint)
    }
    await provide(async (context) => {
      context.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) note(message.text())
      })
      context.on('weberror', (error) => note(String(error.error())))
      await context.addInitScript(reportMissingWords)
      if (!worker) await context.addInitScript(forgetWorkers)
    })
    expect(complaints, 'what the browsers complained of').toEqual([])
  },
  context: async ({ context, watch }, provide) => {
    await watch(context)
    await provide(context)
  },
  page: async ({ page }, provide) => {
    const { goto, reload } = page
    page.goto = async (...going) => {
      const answer = await goto.apply(page, going)
      if (!going[1]?.waitUntil) await takenUp(page)
      return answer
    }
    page.reload = async (...going) => {
      const answer = await reload.apply(page, going)
      if (!going[0]?.waitUntil) await takenUp(page)
      return answer
    }
    await provide(page)
  },
})

/**
 * The app comes after the page's first paint and then takes away the script that fetched it (web/src/entries/start-script.ts): nobody is as quick with
 * hand and eye as a test. Where it does not come (its files are held back, or there is no script) the journey goes on.
 */
export async function takenUp(page: Page): Promise<void> {
  await page.waitForLoadState()
  const script = page.locator('script[data-scripts]')
  await script.waitFor({ state: 'detached', timeout: APP_COMES_MS }).catch(() => {})
}

/** Runs in the page: a browser as it is in private windows. */
function forgetWorkers(): void {
  Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')
}

/** Runs in the page: a text that looks like the key of a text, or kept its placeholder, is reported whenever it shows up. */
function reportMissingWords(): void {
  const unspoken = /^[a-z_]+(?::[a-z_]+)?(?:\.[a-z_]+)+$|\{\{\w+\}\}/
  const read = () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode
      const text = textContent?.trim() ?? ''
      const isNoWord = parentElement?.closest('script, a[href^="mailto:"]')
      if (!isNoWord && unspoken.test(text)) {
        reportError(new Error(`Missing words: ${text}`))
      }
    }
  }
  document.addEventListener('DOMContentLoaded', () => {
    read()
    new MutationObserver(read).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    })
  })
}

/**
 * Expects that axe finds no violation on the page, by all its rules or by those named. Our pages have no frames, and only violations
 * are read: without the search through frames and without details of what is right, axe needs a quarter of the time.
 */
export async function expectAccessible(page: Page, rules: string[] = []): Promise<void> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await (rules.length === 0 ? axe : axe.withRules(rules)).analyze()
  const faults = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  )
  expect(faults).toEqual([])
}

/** Logs the browser in, without a screen. */
export async function logIn(page: Page, email: string, password: string): Promise<void> {
  const answer = await page.request.post('/api/login', { data: { email, password } })
  expect(answer.status()).toBe(200)
}

let count = 0

/** An address that nobody has registered with yet. */
export function newEmail(): string {
  return `journey-${process.pid}-${Date.now()}-${++count}@example.com`
}
