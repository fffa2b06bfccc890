// rule: account-settings
import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { newClient } from '../support/new-client.ts'
import { openGroup } from '../support/open-group.ts'
import { expectAccessible, logIn, newEmail, readIn, test } from '../support/journey.ts'
import { translationsIn } from '../support/translations.ts'

const PASSWORD = 'polished floors 7'
const t = translationsIn('en')

const openSettings = async (page: Page) => {
  await page.goto('/settings')
  await expect(page.getByRole('textbox', { name: t('account:details.first_name') })).toBeVisible()
}

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

  // rule: new-password
  test('a user changes the password', async ({ page }) => {
    await newClient(page)
    await openSettings(page)
    await openGroup(page, t('account:password.title'))
    await page.getByLabel(t('account:password.current'), { exact: true }).fill('not mine at all')
    await page.getByLabel(t('account:password.next'), { exact: true }).fill('clear windows 8')
    await page.getByRole('button', { name: t('account:password.save') }).click()
    await expect(page.getByRole('alert')).toContainText(t('errors:wrong_password'))
    await page.getByLabel(t('account:password.current'), { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: t('account:password.save') }).click()
    await expect(page.getByText(t('account:password.saved'))).toBeVisible()
  })

  // rule: account-export, account-deletion
  test('a professional downloads their data and deletes the account, in Spanish', async ({
    page,
  }) => {
    const language = 'es'
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
    await readIn(page, language)
    await openGroup(page, texts('account:data.title'))
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

    await openGroup(page, texts('account:delete.title'))
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
})
