// rule: end-sessions, second-factor, confirmation, app-codes
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { generateSync } from 'otplib'
import { confirmByPassword } from '../support/confirm.ts'
import { CLIENT_PASSWORD, newClient } from '../support/new-client.ts'
import { expectAccessible, test } from '../support/journey.ts'
import { addAuthenticator } from '../support/passkeys.ts'
import { translationsIn } from '../support/translations.ts'
import { openGroup } from '../support/open-group.ts'

const t = translationsIn('en')
const STEP_S = 30

// The first call of each change is refused: it asks for a confirmation.
test.use({ expected: [/status of 4(0[13]|22)/] })

const part = (page: Page, title: string) => page.getByRole('region', { name: title })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** The recovery codes in their dialog, which is closed then. */
async function readRecoveryCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: t('security:codes.new_title') })
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: t('security:codes.download') }).click()
  expect((await download).suggestedFilename()).toBe('lustra-recovery-codes.txt')
  const codes = await dialog.getByRole('listitem').allTextContents()
  await dialog.getByRole('button', { name: t('security:codes.saved') }).click()
  await expect(dialog).toBeHidden()
  return codes
}

async function logOut(page: Page) {
  // A page of before would try to stay connected without a session.
  await page.goto('about:blank', { waitUntil: 'load' })
  await page.request.post('/api/auth/logout')
  await page.goto('/login')
}

async function enterPassword(page: Page, email: string) {
  await page.getByLabel(t('identity:email'), { exact: true }).fill(email)
  await page.getByLabel(t('identity:password'), { exact: true }).fill(CLIENT_PASSWORD)
  await press(page, t('identity:login.submit'))
  await expect(page.getByRole('heading', { name: t('security:one_more_step') })).toBeVisible()
}

// rule: passkeys
test('a client adds a passkey, signs in with it alone and as a second step, and removes it', async ({
  page,
}) => {
  await addAuthenticator(page)
  const { email } = await newClient(page)
  await page.goto('/settings/security')
  const passkeys = part(page, t('security:passkeys.title'))
  await press(page, t('security:passkeys.add'))
  await confirmByPassword(page, CLIENT_PASSWORD)
  const dialog = page.getByRole('dialog', { name: t('security:passkeys.add') })
  await dialog.getByLabel(t('security:passkeys.name')).fill('My phone')
  await expect(dialog.getByLabel(t('security:sign_out_others'))).toBeChecked()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t('security:passkeys.make') }).click()
  await readRecoveryCodes(page)
  await expect(passkeys.getByRole('listitem')).toContainText('My phone')

  await logOut(page)
  await press(page, t('security:log_in'))
  await expect(page).toHaveURL('/marketplace')

  await logOut(page)
  await enterPassword(page, email)
  await expectAccessible(page)
  await press(page, t('security:use_passkey'))
  await expect(page).toHaveURL('/marketplace')

  await page.goto('/settings/security')
  await press(page, t('security:passkeys.rename_label', { name: 'My phone' }))
  await page.getByRole('dialog').getByLabel(t('security:passkeys.name')).fill('Old phone')
  await page.keyboard.press('Enter')
  await expect(passkeys.getByRole('listitem')).toContainText('Old phone')
  await press(page, t('security:passkeys.remove_label', { name: 'Old phone' }))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('security:passkeys.remove') })
    .click()
  const confirm = page.getByRole('dialog', { name: t('security:confirm.title') })
  await expectAccessible(page)
  await confirm.getByRole('button', { name: t('security:use_passkey') }).click()
  await expect(passkeys.getByRole('listitem')).toHaveCount(0)
  await expect(part(page, t('security:codes.title'))).toContainText(t('security:codes.none'))
})

// rule: app-codes, recovery-codes, second-factor
test('a client switches codes on, signs in with a code and a recovery code, and deletes the account', async ({
  page,
}) => {
  const { email } = await newClient(page)
  await page.goto('/settings/security')
  await press(page, t('security:app.add'))
  await confirmByPassword(page, CLIENT_PASSWORD)
  const setup = page.getByRole('dialog', { name: t('security:app.setup_title') })
  await expect(setup.getByRole('img', { name: t('security:app.qr') })).toBeVisible()
  const secret = await setup.getByLabel(t('security:app.secret')).inputValue()
  const code = setup.getByLabel(t('security:app_code'))
  await expect(code).toHaveAttribute('inputmode', 'numeric')
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await code.fill('12')
  await page.keyboard.press('Enter')
  await expect(setup.getByText(t('errors:code_wrong'))).toBeVisible()
  await expectAccessible(page)
  // The step before: login takes the code of this one.
  const now = Math.floor(Date.now() / 1000)
  await code.fill(generateSync({ secret, epoch: now - STEP_S }))
  await page.keyboard.press('Enter')
  const codes = await readRecoveryCodes(page)
  await expect(part(page, t('security:app.title'))).toContainText(t('security:app.on'))

  await logOut(page)
  await enterPassword(page, email)
  const login = page.getByLabel(t('security:app_code'))
  await login.fill('000000x')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    t('errors:second_factor_wrong'),
  )
  await expectAccessible(page)
  await login.fill(generateSync({ secret, epoch: Math.floor(Date.now() / 1000) }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/marketplace')

  await logOut(page)
  await enterPassword(page, email)
  await press(page, t('security:use_recovery_code'))
  await expectAccessible(page)
  await page.getByLabel(t('security:recovery_code')).fill(codes[0]!.toUpperCase())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/marketplace')

  await page.goto('/settings')
  await openGroup(page, t('account:delete.title'))
  await press(page, t('account:delete.open'))
  await page.getByLabel(t('account:confirm_password'), { exact: true }).fill(CLIENT_PASSWORD)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('account:delete.confirm') })
    .click()
  const confirm = page.getByRole('dialog', { name: t('security:confirm.title') })
  await press(page, t('security:use_recovery_code'))
  await confirm.getByLabel(t('security:recovery_code')).fill(codes[1]!)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
  await expect(page.getByText(t('account:delete.done'))).toBeVisible()
})
