import type { Page } from '@playwright/test'
import { waitForHydration } from '../../e2e/support/hydration.ts'

/** An action on a browser page. */
export type PageAction = (page: Page) => Promise<unknown>

/** A screen in one of its states. The fields are used in this order: signIn, beforeOpen, path, afterOpen. */
export type GalleryScreen = {
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

/** The longest wait for the network: the requests of a loading screen never end. */
const IDLE_WAIT_MS_MAX = 3000

/** Opens a screen of the gallery in its state. */
export async function arriveAt(page: Page, screen: GalleryScreen): Promise<void> {
  await screen.signIn?.(page)
  await screen.beforeOpen?.(page)
  await page.goto(typeof screen.path === 'string' ? screen.path : await screen.path(page))
  await waitForHydration(page)
  await waitForNetworkIdle(page)
  await screen.afterOpen?.(page)
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
