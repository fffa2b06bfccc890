// rule: account-settings
import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { LANGUAGES } from '#contract/product.ts'
import { newClient } from '../support/new-client.ts'
import { expectAccessible, logIn, newEmail, test } from '../support/journey.ts'
import { translationsIn } from '../support/translations.ts'

const PASSWORD = 'polished floors 7'
const t = translationsIn('en')

const openSettings = async (page: Page) => {
  await page.goto('/settings')
  await expect(page.getByRole('textbox', { name: t('account:details.first_name') })).toBeVisible()
}

/** The same user in another browser. */
async function logInOnAnotherDevice(browser: Browser, email: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await logIn(page, email, PASSWORD)
  return page
}

test('a user finds the settings in the menu, and changes name and language', async ({ page }) => {
  await newClient(page)
  await page.goto('/marketplace')
  await page.getByRole('button', { name: 'Welcome, Robin' }).click()
  await page.getByRole('link', { name: t('app:nav.settings') }).click()
  await expect(page).toHaveURL('/settings')
  const first = page.getByRole('textbox', { name: t('account:details.first_name') })
  await expect(first).toHaveValue('Robin')
  await expectAccessible(page)

  await first.fill('  ')
  await page.getByRole('button', { name: t('account:details.save') }).click()
  await expect(page.getByText(t('errors:first_name_required'))).toBeVisible()
  await expectAccessible(page)

  await first.fill('Renata')
  await page
    .locator('main')
    .getByLabel(t('account:details.language'), { exact: true })
    .selectOption('pt')
  await page.getByRole('button', { name: t('account:details.save') }).click()
  const pt = translationsIn('pt')
  await expect(page.getByText(pt('account:details.saved'))).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: pt('account:title') })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Renata' })).toBeVisible()
})

test.describe('with refusals', () => {
  test.use({ expected: [/status of 40[139]/] })

  // rule: edit-conflict
  test('a device whose values are outdated shows what changed, and the typed values stay', async ({
    page,
    browser,
  }) => {
    const { email } = await newClient(page)
    await openSettings(page)
    const other = await logInOnAnotherDevice(browser, email)
    await openSettings(other)
    await other.getByRole('textbox', { name: t('account:details.phone') }).fill('737-555-0111')
    await other.getByRole('button', { name: t('account:details.save') }).click()
    await expect(other.getByText(t('account:details.saved'))).toBeVisible()
    await other.context().close()

    const last = page.getByRole('textbox', { name: t('account:details.last_name') })
    await last.fill('Later')
    await page.getByRole('button', { name: t('account:details.save') }).click()
    const conflict = page.getByRole('alert').filter({ hasText: t('account:conflict.title') })
    await expect(conflict).toContainText('737-555-0111')
    await expect(last).toHaveValue('Later')
    await expect(page.getByRole('textbox', { name: t('account:details.phone') })).toHaveValue(
      '737-555-0111',
    )
    await expectAccessible(page)
    await page.getByRole('button', { name: t('account:details.save') }).click()
    await expect(page.getByText(t('account:details.saved'))).toBeVisible()
    await expect(conflict).toBeHidden()
  })

  // rule: session-list
  test('a user with many sessions sees five, and a button shows the rest', async ({
    page,
    browser,
  }) => {
    const { email } = await newClient(page)
    for (let session = 0; session < 6; session += 1) {
      const other = await logInOnAnotherDevice(browser, email)
      await other.context().close()
    }
    await openSettings(page)
    const devices = page.getByRole('region', { name: t('account:sessions.title') })
    await expect(devices.getByRole('listitem')).toHaveCount(5)
    await expect(devices.getByRole('listitem').first()).toContainText(t('account:sessions.here'))
    await devices.getByRole('button', { name: t('account:sessions.all', { count: 7 }) }).click()
    await expect(devices.getByRole('listitem')).toHaveCount(7)
    await expect(devices.getByRole('list')).toBeFocused()
  })

  // rule: end-sessions, change-password, forget-devices, confirm-password
  test('a user forgets devices, ends one session, changes the password, and signs out everywhere', async ({
    page,
    browser,
  }) => {
    const { email } = await newClient(page)
    const other = await logInOnAnotherDevice(browser, email)
    await openSettings(page)
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
    await password.fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(devices.getByRole('listitem')).toHaveCount(1)
    await expect(devices.getByRole('list')).toBeFocused()
    expect((await other.request.get('/api/auth/me')).status()).toBe(401)
    await other.context().close()

    await devices.getByRole('button', { name: t('account:devices.forget') }).click()
    await expect(page.getByText(t('account:devices.done'))).toBeVisible()

    await page.getByLabel(t('account:password.current'), { exact: true }).fill('not mine at all')
    await page.getByLabel(t('account:password.next'), { exact: true }).fill('clear windows 8')
    await page.getByRole('button', { name: t('account:password.save') }).click()
    await expect(page.getByRole('alert')).toContainText(t('errors:wrong_password'))
    await page.getByLabel(t('account:password.current'), { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: t('account:password.save') }).click()
    await expect(page.getByText(t('account:password.saved'))).toBeVisible()

    await devices.getByRole('button', { name: t('account:sessions.everywhere') }).click()
    await password.fill('clear windows 8')
    await dialog.getByRole('button', { name: t('account:sessions.end') }).click()
    await expect(page).toHaveURL('/login')
    await expect(page.getByText(t('account:sessions.everywhere_done'))).toBeVisible()
    await page.goto('/settings')
    await expect(page).toHaveURL('/login?next=%2Fsettings')
  })

  for (const language of LANGUAGES) {
    // rule: security-events
    test(`a user sees what happened to their account (${language})`, async ({ page }) => {
      const texts = translationsIn(language)
      const { email } = await newClient(page)
      const wrong = { data: { email, password: 'not mine at all' } }
      for (let time = 0; time < 6; time += 1) await page.request.post('/api/login', wrong)
      await page.goto(`/settings?lang=${language}`)
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
  }

  for (const language of LANGUAGES) {
    // rule: account-export, account-deletion
    test(`a professional downloads their data and deletes the account (${language})`, async ({
      page,
    }) => {
      const texts = translationsIn(language)
      const email = newEmail()
      const answer = await page.request.post('/api/auth/register', {
        data: {
          email,
          password: PASSWORD,
          first_name: 'Renata',
          last_name: 'Journey',
          phone: '512-555-0177',
          role: 'professional',
          language,
        },
      })
      expect(answer.status()).toBe(200)
      await page.goto('/settings')
      const open = page.getByRole('button', { name: texts('account:data.open') })
      // A choice before hydration is lost, so it is repeated.
      await expect(async () => {
        await page.locator('footer select').selectOption(language)
        await expect(open).toBeVisible({ timeout: 2000 })
      }).toPass()
      await open.click()
      const dialog = page.getByRole('dialog')
      const password = dialog.getByLabel(texts('account:confirm_password'), { exact: true })
      await expect(password).toBeFocused()
      await expectAccessible(page)
      await password.fill('not mine at all')
      await dialog.getByRole('button', { name: texts('account:data.confirm') }).click()
      await expect(dialog.getByRole('alert')).toContainText(texts('errors:wrong_password'))
      await password.fill(PASSWORD)
      const downloading = page.waitForEvent('download')
      await page.keyboard.press('Enter')
      const file = await downloading
      expect(file.suggestedFilename()).toBe('lustra-data.json')
      expect(JSON.parse(readFileSync(await file.path(), 'utf8'))).toMatchObject({
        account: { email, first_name: 'Renata' },
      })
      await expect(dialog).toBeHidden()
      await expect(open).toBeFocused()

      await page.getByRole('button', { name: texts('account:delete.open') }).click()
      await expect(dialog.getByText(texts('account:delete.professional'))).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await page.getByRole('button', { name: texts('account:delete.open') }).click()
      await password.fill(PASSWORD)
      await dialog.getByRole('button', { name: texts('account:delete.confirm') }).click()
      await expect(page).toHaveURL('/')
      await expect(page.getByText(texts('account:delete.done'))).toBeVisible()
      const login = await page.request.post('/api/login', { data: { email, password: PASSWORD } })
      expect(login.status()).toBe(401)
    })
  }
})
