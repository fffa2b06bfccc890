import type { Page } from '@playwright/test'

/** Something that is done with a page, or to it. */
export type Act = (page: Page) => Promise<unknown>

/** A screen in one of its states. */
export type GalleryScreen = {
  /** The view's name in views.ts, and its state where it is not the ordinary one. */
  name: string
  path: string | ((page: Page) => Promise<string>)
  /** Who looks; a visitor unless told. */
  as?: Act
  /** What is so before the screen is asked for, e.g. a line that is down. */
  given?: Act
  /** What is done once it stands. */
  once?: Act
}

/** A loading screen never comes to rest. */
const REST_MS_MAX = 3000

/** Brings a page to a screen of the gallery, in its state. */
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

/** A window of another width is drawn anew: what is in it stands when two frames have gone by. */
export async function untilDrawn(page: Page) {
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  )
}
