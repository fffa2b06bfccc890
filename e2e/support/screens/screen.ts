import type { Page, Request } from '@playwright/test'
import { waitForHydration } from '../hydration.ts'

/** An action on a browser page. */
export type PageAction = (page: Page) => Promise<unknown>

/** A screen in one of its states. The fields are used in this order: signIn, beforeOpen, path, afterOpen. */
export type ScreenState = {
  /** The name of the view's file, and after a comma the state, unless it is the usual one. */
  name: string
  path: string | ((page: Page) => Promise<string>)
  /** Signs a user in. Without it, the screen is opened by a visitor. */
  signIn?: PageAction
  /** Runs before the screen is opened, e.g. makes requests fail. */
  beforeOpen?: PageAction
  /** Runs after the screen has loaded. */
  afterOpen?: PageAction
}

const IDLE_WAIT_MS_MAX = 3000
/** The longest wait for answers on a busy machine. A list that waits for one may be too dim for the contrast check. */
const QUIET_WAIT_MS_MAX = 10_000
const QUIET_MS = 150

const pendingRequests = new WeakSet<Request>()

/** Opens a screen in its state. */
export async function arriveAt(page: Page, screen: ScreenState): Promise<void> {
  await screen.signIn?.(page)
  await screen.beforeOpen?.(page)
  const waitUntilQuiet = watchRequests(page)
  await page.goto(typeof screen.path === 'string' ? screen.path : await screen.path(page))
  await waitForHydration(page)
  await waitUntilQuiet()
  // The console renders in the browser alone, on a busy machine after that quiet moment.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await screen.afterOpen?.(page)
}

/** Keeps a request without an answer. Nothing waits for it. */
export function keepPending(request: Request): void {
  pendingRequests.add(request)
}

/**
 * Counts the requests from now on. The returned function waits until no request has run for a moment, apart from those
 * that stay pending. Playwright's 'networkidle' also waits for those, and half a second in any case.
 */
function watchRequests(page: Page): () => Promise<void> {
  const running = new Set<Request>()
  let changedAt = Date.now()
  page.on('request', (request) => {
    running.add(request)
    changedAt = Date.now()
  })
  const end = (request: Request) => {
    running.delete(request)
    changedAt = Date.now()
  }
  page.on('requestfinished', end).on('requestfailed', end)
  const isQuiet = () =>
    [...running].every((request) => pendingRequests.has(request)) &&
    Date.now() - changedAt > QUIET_MS
  return async () => {
    const latest = Date.now() + QUIET_WAIT_MS_MAX
    while (!isQuiet() && Date.now() < latest) await page.waitForTimeout(QUIET_MS / 3)
  }
}

export async function waitForNetworkIdle(page: Page) {
  await page.waitForLoadState('networkidle', { timeout: IDLE_WAIT_MS_MAX }).catch(() => {})
}

/** Waits for two frames: after a change of the width the layout is then complete. */
export async function waitForRender(page: Page) {
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  )
}
