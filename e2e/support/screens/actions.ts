import type { Page } from '@playwright/test'
import type { Language } from '#contract/product.ts'
import { openGroup } from '../open-group.ts'
import { translationsIn } from '../translations.ts'
import { waitForNetworkIdle } from './screen.ts'
import type { PageAction } from './screen.ts'

type Key = Parameters<ReturnType<typeof translationsIn>>[0]

/** Runs the actions one after another. */
export function inSequence(...acts: PageAction[]): PageAction {
  return async (page) => {
    for (const act of acts) await act(page)
  }
}

/** Presses the first button or link with this translation, in the language of the page. */
export function press(key: Key): PageAction {
  return async (page) => {
    const name = await translationOf(page, key)
    const button = page.getByRole('button', { name, exact: true })
    await button
      .or(page.getByRole('link', { name, exact: true }))
      .first()
      .click()
  }
}

async function translationOf(page: Page, key: Key): Promise<string> {
  const language = (await page.locator('html').getAttribute('lang')) as Language
  return translationsIn(language)(key)
}

/** Submits the form of the screen, or of the dialog, without changes, and waits for its errors. */
export function sendForm(inside = 'main'): PageAction {
  return async (page) => {
    await page.locator(`${inside} [type=submit]`).first().click()
    await page.locator(`${inside} :is([aria-invalid], [role=alert])`).first().waitFor()
  }
}

export function write(selector: string, text: string): PageAction {
  return (page) => page.locator(selector).first().fill(text)
}

/** Navigates inside the app, so that the browser fetches the data that the server would render. */
export function navigateInApp(path: string): PageAction {
  return (page) => page.evaluate((to) => history.pushState(null, '', to), path)
}

export async function typePlace(page: Page) {
  await page.locator('main [role=combobox]').first().pressSequentially('787')
  await page.locator('[role=option]').first().waitFor()
}

export async function sendAndWait(page: Page) {
  await page.locator('main form [type=submit]').click()
  await page.locator('main form').waitFor({ state: 'detached' })
}

export function openNotices(page: Page) {
  return page.locator('header button[popovertarget]').first().click()
}

export function openAccount(page: Page) {
  return page.locator('header button[popovertarget]').last().click()
}

export function waitForPageMessage(page: Page) {
  return page.locator('main [role=alert], main h2').first().waitFor()
}

/** The results of the previous search stay, dimmed, until the next ones arrive. */
export function waitForOneResult(page: Page) {
  return page.locator('main article').nth(1).waitFor({ state: 'detached' })
}

/** The placeholder of a view whose code loads has no heading; the view has. */
export function waitForHeading(page: Page) {
  return page.locator('main h1').first().waitFor()
}

/** Waits for the placeholder of what loads: the code of a view comes before it. */
export function waitUntilLoads(page: Page) {
  return page.locator('main [aria-busy=true]').first().waitFor()
}

/** Waits until no part of the screen loads: a request that fails is tried again. */
export function waitUntilNotBusy(page: Page) {
  return page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' })
}

/** Opens a dialog with the first button or link that has this translation. */
export function openDialog(key: Key): PageAction {
  return async (page) => {
    await press(key)(page)
    await page.locator('dialog[open]').waitFor()
  }
}

/** Opens the closed row with this translation as its heading. */
export function openRow(key: Key): PageAction {
  return async (page) => {
    await openGroup(page, await translationOf(page, key))
  }
}

/** Waits until the screen shows this translation. */
export function waitForText(key: Key): PageAction {
  return async (page) =>
    page
      .getByText(await translationOf(page, key), { exact: true })
      .first()
      .waitFor()
}

export function waitForAlert(page: Page) {
  return page.locator('[role=alert]').first().waitFor()
}

/** Waits until a picture has failed for good: it is tried again three times, with pauses. */
export async function waitForFailedPicture(page: Page) {
  const unavailable = page.getByText(await translationOf(page, 'app:picture.unavailable'))
  const failed = page.getByText(await translationOf(page, 'app:picture.failed'))
  await unavailable.or(failed).filter({ visible: true }).first().waitFor()
}

export async function openFirstPhoto(page: Page) {
  await page.locator('main button:has(img)').first().click()
  await page.locator('dialog[open] img').first().waitFor()
}

/** Opens the first conversation whose row matches the selector. */
export function openThread(row: string): PageAction {
  return async (page) => {
    await page.locator(`main a[href^="/messages/"]${row}`).first().click()
    await page.locator('main :is([role=log], h3)').first().waitFor()
    await page.waitForLoadState('networkidle')
  }
}

export async function openFirstBooking(page: Page) {
  await page.locator('main a[href^="/visits/"]').first().click()
  await page.waitForURL('**/visits/*')
  await page.locator('main:not(:has([aria-busy=true])) h1').waitFor()
}

/** Leaves a step of the booking dialog. */
export async function leaveStep(page: Page) {
  await page.locator('dialog[open] footer [type=submit]').click()
}

/** Fills the open booking dialog and confirms. */
export async function book(page: Page) {
  const dialog = page.locator('dialog[open]')
  const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  await leaveStep(page)
  await dialog.locator('[name=booking_date]').fill(day)
  await dialog.locator('[name=booking_time]').fill('09:00')
  await leaveStep(page)
  await dialog.locator('[name=address]').fill('240 SW 9th Street')
  await dialog.locator('[name=city]').fill('Miami')
  await dialog.locator('[name=state]').fill('FL')
  await dialog.locator('[name=zip_code]').fill('33130')
  await leaveStep(page)
  await page.locator('dialog[open] form').waitFor({ state: 'detached' })
}

export function profilePathOf(slug: string, search = '') {
  return async (page: Page) => {
    const answer = await page.request.get(`/api/public/professional/${slug}`)
    const { professional } = (await answer.json()) as { professional: { user_id: string } }
    return `/professionals/${professional.user_id}${search}`
  }
}

export function threadPathOf(slug: string) {
  return async (page: Page) =>
    (await profilePathOf(slug)(page)).replace('professionals', 'messages')
}

/** Goes offline after the pictures have loaded, in the sizes of a phone and of a wide window. */
export async function goOffline(page: Page) {
  const wide = page.viewportSize()
  for (const size of [{ width: 390, height: 900 }, wide]) {
    if (size) await page.setViewportSize(size)
    await waitForNetworkIdle(page)
  }
  await page.context().setOffline(true)
}

const FREE_DAY = 'dialog [role=gridcell]:not([aria-disabled])'

export async function waitForFreeDays(page: Page) {
  await leaveStep(page)
  await page.locator(FREE_DAY).first().waitFor()
}

export async function waitForDialogMessage(page: Page) {
  await leaveStep(page)
  await page.locator('dialog [role=alert]').first().waitFor()
}

/** Chooses the last time of the first free day, which leads to the last step. */
export async function openFreeDay(page: Page) {
  await waitForFreeDays(page)
  await page.locator(FREE_DAY).first().click()
  await page.locator('dialog [role=rowgroup] [role=gridcell]').last().click()
  await page.locator('dialog [name=notes]').waitFor()
}

/** Leaves the step of the times without one. */
export async function leaveWithoutTime(page: Page) {
  await leaveStep(page)
  await page.locator('dialog [name=zip_code]').waitFor()
  await leaveStep(page)
  await page.locator('dialog [aria-invalid]').waitFor()
}
