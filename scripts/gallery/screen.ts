import type { Page } from '@playwright/test'

/** An action on a page. */
export type Act = (page: Page) => Promise<unknown>

/** A screen in one of its states. */
export type GalleryScreen = {
  /** The view's name in views.ts, then its state unless it is the usual one. */
  name: string
  path: string | ((page: Page) => Promise<string>)
  /** Signs in the user; without it, the user is a visitor. */
  as?: Act
  /** Runs before the screen is requested, for example to make a request fail. */
  given?: Act
  /** Runs once the screen has loaded. */
  once?: Act
}

/** A screen that is loading never becomes idle. */
const REST_MS_MAX = 3000

/** Opens a screen of the gallery in its state. */
export async function arriveAt(page: Page, screen: GalleryScreen): Promise<void> {
  await screen.as?.(page)
  await screen.given?.(page)
  await page.goto(typeof screen.path === 'string' ? screen.path : await screen.path(page))
  await untilQuiet(page)
  await screen.once?.(page)
}

export async function untilQuiet(page: Page) {
  await page.waitForLoadState('networkidle', { timeout: REST_MS_MAX }).catch(() => {})
}

/** Waits two frames: then a window whose width has changed is painted again. */
export async function untilDrawn(page: Page) {
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  )
}
