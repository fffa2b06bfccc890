// rule: reset-token, reset-effect
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import PostalMime from 'postal-mime'
import { newEmail, test } from '../support/journey.ts'
import { translationsIn } from '../support/translations.ts'

const t = translationsIn('en')

test('a user who forgot the password sets a new one with the letter and logs in', async ({
  page,
}) => {
  const email = newEmail()
  const facts = { first_name: 'Robin', last_name: 'Journey', phone: '512-555-0177' }
  const registration = { data: { ...facts, email, password: 'polished floors 7' } }
  expect((await page.request.post('/api/auth/register', registration)).ok()).toBe(true)
  await page.context().clearCookies()

  await page.goto('/login')
  await page.getByRole('link', { name: t('identity:login.forgot') }).click()
  await page.getByLabel(t('identity:email'), { exact: true }).fill(email)
  await page.getByRole('button', { name: t('identity:forgot.submit') }).click()
  await expect(page.getByText(t('identity:forgot.sent'))).toBeVisible()

  await expect.poll(() => resetAddress(email)).toBeTruthy()
  await page.goto((await resetAddress(email)) ?? '')
  await page.getByLabel(t('identity:reset.new_password'), { exact: true }).fill('clean windows 8')
  await page
    .getByLabel(t('identity:reset.confirm_password'), { exact: true })
    .fill('clean windows 8')
  await page.getByRole('button', { name: t('identity:reset.submit') }).click()
  await expect(
    page.getByText('Password reset successful! You can now login with your new password.'),
  ).toBeVisible()

  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel(t('identity:email'), { exact: true }).fill(email)
  await page.getByLabel(t('identity:password'), { exact: true }).fill('clean windows 8')
  await page.getByRole('button', { name: t('identity:login.submit'), exact: true }).click()
  await expect(page).toHaveURL(/\/marketplace$/)
})

/** The path of the link in the letter to an email, once the letter is in the outbox. */
async function resetAddress(email: string): Promise<string | undefined> {
  const outbox = join(process.env['LUSTRA_E2E_DATA_DIR'] ?? '', 'outbox')
  const files = (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith('.eml'))
  for (const file of files) {
    const letter = await PostalMime.parse(await readFile(join(outbox, file)))
    if (letter.to?.some(({ address }) => address === email)) {
      return /\/reset-password\/[\w-]+/.exec(letter.text ?? '')?.[0]
    }
  }
  return undefined
}
