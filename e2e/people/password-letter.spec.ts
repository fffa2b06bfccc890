// rule: new-password, secret-addresses
import { expect } from '@playwright/test'
import { newEmail, test } from '../support/journey.ts'
import { earlierForm, linkInLetter } from '../support/letters.ts'
import { translationsIn } from '../support/translations.ts'

const t = translationsIn('en')

test('a user who forgot the password sets a new one with the letter and logs in; a letter of earlier versions opens the same form', async ({
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

  await expect.poll(() => linkInLetter(email, 'reset-password')).toBeTruthy()
  const link = (await linkInLetter(email, 'reset-password'))!
  const password = page.getByLabel(t('identity:reset.new_password'), { exact: true })
  await page.goto(earlierForm(link))
  await expect(password).toBeVisible()
  await page.goto(link)
  await password.fill('clean windows 8')
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
