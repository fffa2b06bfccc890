import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { linkInLetter } from './letters.ts'

/** Proves the email address of a new account with the link of its letter. rule: who-may-name */
export async function proveAddress(page: Page, email: string): Promise<void> {
  const link = () => linkInLetter(email, 'verify-email')
  await expect.poll(link, { timeout: 20_000 }).toBeDefined()
  const token = (await link())!.split('#token=')[1]
  const answer = await page.request.post('/api/auth/verify-email', { data: { token } })
  expect(answer.status()).toBe(200)
}
