// rule: challenge, operator-sign-in
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expectAccessible, test } from '../support/journey.ts'
import { CHALLENGE_HEADER } from '#contract/browser-names.ts'
import { translationsIn } from '../support/translations.ts'

// The refused request.
test.use({ expected: [/status of (429|401)/] })

/** Refuses calls with a challenge as difficult as those of the server. Returns the solutions that come. */
async function refuseWithChallenge(page: Page, calls: string): Promise<unknown[]> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 10_000,
    counter: 400,
    deriveKey,
    hmacSignatureSecret: 'a',
    hmacKeySignatureSecret: 'b',
  })
  const solutions: unknown[] = []
  await page.route(calls, async (route) => {
    const header = route.request().headers()[CHALLENGE_HEADER]
    if (header !== undefined) {
      solutions.push(JSON.parse(Buffer.from(header, 'base64').toString()).solution.counter)
      return route.continue()
    }
    const body = { code: 'too_many_requests', detail: 'Too many attempts.', challenge }
    await route.fulfill({ status: 429, json: body })
  })
  return solutions
}

test('a visitor at a limit waits for a moment, and the request goes through, in Portuguese', async ({
  page,
}) => {
  const t = translationsIn('pt')
  const solutions = await refuseWithChallenge(page, '**/api/login')
  await page.goto('/login?lang=pt')
  await page.getByLabel(t('identity:email'), { exact: true }).fill('nobody@example.com')
  await page.getByLabel(t('identity:password'), { exact: true }).fill('not my password')
  await page.keyboard.press('Enter')
  const status = page.getByRole('status').filter({ hasText: t('loading:one_moment') })
  await expect(status).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    t('errors:invalid_credentials'),
  )
  await expect(status).toBeHidden()
  expect(solutions).toEqual([400])
})

test('an operator at a limit waits for a moment, and the console sends the request again', async ({
  page,
}) => {
  const solutions = await refuseWithChallenge(page, '**/api/operator/login')
  await page.goto('/operator?lang=en')
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByLabel('Password', { exact: true }).fill('not my password')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'One moment, please.' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Invalid email or password')
  expect(solutions).toEqual([400])
})
