// rule: not-me
import { expect } from '@playwright/test'
import { expectAccessible, newEmail, test } from '../support/journey.ts'
import { earlierForm, linkInLetter } from '../support/letters.ts'
import { translationsIn } from '../support/translations.ts'

const PASSWORD = 'polished floors 7'

test.use({ expected: [/status of 40[01]/] })

test('the owner takes back a sign-in that was not theirs, in Portuguese', async ({
  page,
  playwright,
  baseURL,
}) => {
  const language = 'pt'
  const t = translationsIn(language)
  const email = newEmail()
  const facts = { first_name: 'Robin', last_name: 'Journey', phone: '512-555-0177', language }
  const registration = { data: { ...facts, email, password: PASSWORD } }
  expect((await page.request.post('/api/auth/register', registration)).ok()).toBe(true)
  // Nobody gets a letter at an address that is not proved. rule: not-me
  await expect.poll(() => linkInLetter(email, 'verify-email')).toBeTruthy()
  const token = new URL((await linkInLetter(email, 'verify-email'))!, baseURL).hash.slice(7)
  const proof = await page.request.post('/api/auth/verify-email', { data: { token } })
  expect(proof.ok()).toBe(true)
  const stranger = await playwright.request.newContext({ baseURL: baseURL! })
  const login = await stranger.post('/api/login', { data: { email, password: PASSWORD } })
  expect(login.status()).toBe(200)

  await expect.poll(() => linkInLetter(email, 'not-me')).toBeTruthy()
  const link = (await linkInLetter(email, 'not-me'))!
  await page.goto(link.replace('#', `?lang=${language}#`))
  await expect(page.getByRole('heading', { name: t('identity:not_me.title') })).toBeVisible()
  await expectAccessible(page)
  expect((await stranger.get('/api/auth/me')).status()).toBe(200)

  await page.getByRole('button', { name: t('identity:not_me.submit') }).click()
  await expect(page.getByText(t('identity:not_me.done'))).toBeVisible()
  await expectAccessible(page)
  expect((await stranger.get('/api/auth/me')).status()).toBe(401)
  await stranger.dispose()
  await expect.poll(() => linkInLetter(email, 'reset-password')).toBeTruthy()

  // The owner's browser was signed out too, and its page knows it.
  await page.goto('/settings')
  await expect(page).toHaveURL('/login?next=%2Fsettings')
  // rule: secret-addresses
  await page.goto(earlierForm(link))
  await page.getByRole('button', { name: t('identity:not_me.submit') }).click()
  await expect(page.getByRole('alert')).toContainText(t('errors:invalid_verification_token'))
  // Another press could only fail again.
  await expect(page.getByRole('button', { name: t('identity:not_me.submit') })).toHaveCount(0)
})
