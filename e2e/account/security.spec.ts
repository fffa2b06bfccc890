// rule: end-sessions
import { expect } from '@playwright/test'
import type { Browser, Page, Request } from '@playwright/test'
import { CLIENT_PASSWORD, newClient } from '../support/new-client.ts'
import { expectAccessible, logIn, test } from '../support/journey.ts'
import { translationsIn } from '../support/translations.ts'

const t = translationsIn('en')

/** Opens the page by its link in the settings. */
async function openSecurity(page: Page) {
  await page.goto('/settings')
  await page.getByRole('link', { name: t('security:title') }).click()
  await expect(page.getByRole('heading', { level: 1, name: t('security:title') })).toBeVisible()
}

async function logInOnAnotherDevice(browser: Browser, email: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await logIn(page, email, CLIENT_PASSWORD)
  return page
}

const isForgetting = (request: Request) =>
  request.method() === 'DELETE' && request.url().endsWith('/devices')

test.describe('with refusals', () => {
  test.use({ expected: [/status of 40[139]|WebSocket connection .*HTTP Authentication failed/] })

  test('a user with many sessions sees five, and a button shows the rest', async ({
    page,
    browser,
  }) => {
    const { email } = await newClient(page)
    for (let session = 0; session < 6; session += 1) {
      const other = await logInOnAnotherDevice(browser, email)
      await other.context().close()
    }
    await openSecurity(page)
    const devices = page.getByRole('region', { name: t('account:sessions.title') })
    await expect(devices.getByRole('listitem')).toHaveCount(5)
    await expect(devices.getByRole('listitem').first()).toContainText(t('account:sessions.here'))
    await devices.getByRole('button', { name: t('account:sessions.all', { count: 7 }) }).click()
    await expect(devices.getByRole('listitem')).toHaveCount(7)
    await expect(devices.getByRole('list')).toBeFocused()
  })

  // rule: end-sessions, confirmation
  test('a user forgets devices, ends one session, and signs out everywhere', async ({
    page,
    browser,
  }) => {
    const { email } = await newClient(page)
    const other = await logInOnAnotherDevice(browser, email)
    await openSecurity(page)
    const devices = page.getByRole('region', { name: t('account:sessions.title') })
    await expect(devices.getByRole('listitem')).toHaveCount(2)
    await expect(devices.getByRole('listitem').first()).toContainText(t('account:sessions.here'))
    await devices
      .getByRole('button', { name: t('account:sessions.end_label', { device: '' }) })
      .press('Enter')
    const dialog = page.getByRole('dialog')
    const password = dialog.getByLabel(t('account:confirm_password'), { exact: true })
    await password.fill('not mine at all')
    await dialog.getByRole('button', { name: t('account:sessions.end') }).click()
    await expect(dialog.getByRole('alert')).toContainText(t('errors:wrong_password'))
    await expect(devices.getByRole('listitem')).toHaveCount(2)
    await expectAccessible(page)
    await password.fill(CLIENT_PASSWORD)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(devices.getByRole('listitem')).toHaveCount(1)
    await expect(devices.getByRole('list')).toBeFocused()
    expect((await other.request.get('/api/auth/me')).status()).toBe(401)
    await other.context().close()

    await devices.getByRole('button', { name: t('account:devices.forget') }).click()
    await expect(page.getByText(t('account:devices.done'))).toBeVisible()

    await devices.getByRole('button', { name: t('account:sessions.everywhere') }).click()
    await password.fill(CLIENT_PASSWORD)
    await dialog.getByRole('button', { name: t('account:sessions.end') }).click()
    await expect(page).toHaveURL('/login')
    await expect(page.getByText(t('account:sessions.everywhere_done'))).toBeVisible()
    await page.goto('/settings/security')
    await expect(page).toHaveURL('/login?next=%2Fsettings%2Fsecurity')
  })

  // rule: view-guards, session-expiry
  test('a press that is refused after a logout does not ask to log in again', async ({ page }) => {
    await newClient(page)
    await openSecurity(page)
    const released = Promise.withResolvers<void>()
    await page.route('**/api/**', async (route) => {
      if (isForgetting(route.request())) await released.promise
      await route.continue()
    })
    const sent = page.waitForRequest(isForgetting)
    await page.getByRole('button', { name: t('account:devices.forget') }).click()
    await sent
    await page
      .getByRole('banner')
      .getByRole('button', { name: t('app:logout') })
      .click()
    await expect(page).toHaveURL('/')
    const refused = page.waitForResponse((response) => isForgetting(response.request()))
    released.resolve()
    expect((await refused).status()).toBe(401)
    // Two frames later whatever follows the answer has happened.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    )
    await expect(page).toHaveURL('/')
    await expect(page.getByText(t('app:session_expired'))).toBeHidden()
  })

  // rule: security-events
  test('a user sees what happened to their account, in Portuguese', async ({ page }) => {
    const texts = translationsIn('pt')
    const { email } = await newClient(page)
    const wrong = { data: { email, password: 'not mine at all' } }
    for (let time = 0; time < 6; time += 1) await page.request.post('/api/login', wrong)
    await page.goto('/settings/security?lang=pt')
    const events = page.getByRole('region', { name: texts('account:events.title') })
    const rows = events.getByRole('listitem')
    await expect(rows).toHaveCount(5)
    await expect(rows.first()).toContainText(texts('account:events.kinds.sign_in_refused'))
    await expect(rows.first()).toContainText(texts('account:events.known_device'))
    await expectAccessible(page)
    await events.getByRole('button', { name: texts('account:events.more') }).click()
    await expect(rows).toHaveCount(7)
    await expect(rows.last()).toContainText(texts('account:events.kinds.sign_in'))
    await expect(events.getByRole('list')).toBeFocused()

    await test.step('the end of sessions by an operator is shown as an act of Lustra', async () => {
      await page.route('**/security-events*', async (route) => {
        const response = await route.fetch()
        const { events: real, has_more } = await response.json()
        const ended = { kind: 'session_ended', browser: null, system: null, by_operator: true }
        await route.fulfill({
          response,
          json: { events: [{ ...real[0], ...ended, id: '2' }, ...real], has_more },
        })
      })
      await page.reload()
      await expect(rows.first()).toContainText(texts('account:events.kinds.session_ended'))
      await expect(rows.first()).toContainText(`· ${texts('account:events.by_operator')}`)
      await expect(rows.first()).not.toContainText(texts('account:sessions.unknown'))
      await expect(rows.nth(1)).not.toContainText(texts('account:events.by_operator'))
    })
  })
})
