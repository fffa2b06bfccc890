import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test as base, expect } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'
import type * as axe from 'axe-core'
import type { Language } from '#contract/product.ts'
import { waitForHydration } from './hydration.ts'

type Fixtures = {
  /** Whether the browser has service workers. `page.route` does not see what a service worker answers. */
  worker: boolean
  /** Whether users' own pages arrive with their data. `page.route` does not see what the server reads for them. */
  ownPages: boolean
  /** Console messages that this journey causes on purpose. */
  expected: RegExp[]
  /** Watches the console of a second browser like that of the first. */
  watch: (context: BrowserContext) => Promise<void>
}

/**
 * A test that fails when a browser reports an error or a warning in the console, an exception, a violation of the
 * content security policy, or a missing translation.
 */
export const test = base.extend<Fixtures>({
  worker: [false, { option: true }],
  ownPages: [false, { option: true }],
  expected: [[], { option: true }],
  watch: async ({ expected, worker, ownPages }, provide) => {
    const problems: string[] = []
    const record = (problem: string) => {
      if (!expected.some((pattern) => pattern.test(problem))) problems.push(problem)
    }
    await provide(async (context) => {
      context.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) record(message.text())
      })
      context.on('weberror', (error) => record(String(error.error())))
      await context.addInitScript(reportMissingTranslations)
      if (!worker) await context.addInitScript(removeServiceWorkers)
      if (!ownPages) await context.addInitScript(keepTimeZone)
    })
    expect(problems, 'problems that the browsers reported').toEqual([])
  },
  context: async ({ context, watch }, provide) => {
    await watch(context)
    await provide(context)
  },
  page: async ({ page }, provide) => {
    const { goto, reload } = page
    page.goto = async (...parameters) => {
      const response = await goto.apply(page, parameters)
      if (!parameters[1]?.waitUntil) await waitForHydration(page)
      return response
    }
    page.reload = async (...parameters) => {
      const response = await reload.apply(page, parameters)
      if (!parameters[0]?.waitUntil) await waitForHydration(page)
      return response
    }
    await provide(page)
    // A screen that reads every few seconds may have a request in a route when the journey ends.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
})

/** Runs in the page: removes the service worker API, as in private windows of some browsers. */
function removeServiceWorkers(): void {
  Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')
}

/** Runs in the page: the server does not learn the time zone, so it renders no page with the data of its user. */
function keepTimeZone(): void {
  const cookie = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')!
  Object.defineProperty(Document.prototype, 'cookie', {
    ...cookie,
    set(value: string) {
      if (!value.includes('lustra_time_zone')) cookie.set!.call(this, value)
    },
  })
}

/** Runs in the page: reports each text that looks like the key of a translation or still has a placeholder. */
function reportMissingTranslations(): void {
  const missing = /^[a-z_]+(?::[a-z_]+)?(?:\.[a-z_]+)+$|\{\{\w+\}\}/
  const check = ({ parentElement, textContent }: Node) => {
    const text = textContent?.trim() ?? ''
    if (
      missing.test(text) &&
      !parentElement?.closest('script, a[href^="mailto:"], a[href^="https:"]')
    ) {
      reportError(new Error(`Missing translation: ${text}`))
    }
  }
  const checkTextsIn = (node: Node) => {
    if (node.nodeType === Node.TEXT_NODE) check(node)
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) check(texts.currentNode)
  }
  document.addEventListener('DOMContentLoaded', () => {
    checkTextsIn(document.body)
    const observer = new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === 'characterData') check(target)
        else addedNodes.forEach(checkTextsIn)
      }
    })
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  })
}

/** Runs in the page: waits until nothing moves or fades any more. A text that fades in has too little contrast. */
async function waitForTransitions(): Promise<void> {
  // A transition begins a frame after its element came.
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  const ending = document.getAnimations().filter(({ playState, effect }) => {
    return playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
  })
  await Promise.allSettled(ending.map(({ finished }) => finished))
}

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const axeSource = readFileSync(axePath, 'utf8')

/**
 * Expects that axe finds no violation on the page. Axe is loaded into a page once, because its code costs almost as
 * much as a check. It reports violations only.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const options: axe.RunOptions = { resultTypes: ['violations'] }
  await page.evaluate(waitForTransitions)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${axeSource};0`)
  const violations = await page.evaluate(async (runOptions) => {
    const found = await (window as unknown as { axe: typeof axe }).axe.run(document, runOptions)
    return found.violations
  }, options)
  const messages = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  )
  expect(messages).toEqual([])
}

/**
 * Opens an address of the app in a page that runs it. That costs a fifth of a page load, so journeys use it for each
 * screen after their first one, unless they are about loading a page.
 */
export async function openScreen(page: Page, address: string): Promise<void> {
  await page.evaluate((next) => history.pushState(null, '', next), address)
}

/** Chooses a language in the footer of the open page. A choice before hydration can be lost, so it is repeated. */
export async function readIn(page: Page, language: Language): Promise<void> {
  const shown = page.locator('html')
  await expect(async () => {
    // The select of a signed-in user is in the account menu.
    const choice = page.locator(':is(header, footer) select').first()
    await choice.selectOption(language, { force: true })
    await expect(shown).toHaveAttribute('lang', language, { timeout: 2000 })
  }).toPass()
}

/** Logs the browser in by the API, without the login screen. */
export async function logIn(page: Page, email: string, password: string): Promise<void> {
  const response = await page.request.post('/api/login', { data: { email, password } })
  expect(response.status()).toBe(200)
}

let count = 0

/** An e-mail address that is not registered yet. */
export function newEmail(): string {
  return `journey-${process.pid}-${Date.now()}-${++count}@example.com`
}
