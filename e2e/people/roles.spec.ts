// rule: view-guards
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/market/demo-people.ts'
import { idOf, newClient } from '../support/new-client.ts'
import { logIn, newEmail, test } from '../support/journey.ts'

const LUCIA = '/professional/lucia-hernandez'
const SEARCH = '/search?zip_code=33130'

const profile = (page: Page) => page.getByRole('heading', { level: 1 })
const lucia = (page: Page) => page.getByRole('article').filter({ hasText: 'Lucía' })
const clientActions = (page: Page) =>
  page.getByRole('main').getByText(/^(Book Now|Book for|Contact|Leave a Review)/)

test('a client searches, books, writes and reviews, and has no dashboard', async ({ page }) => {
  await newClient(page)
  await test.step('a client searches and views profiles', async () => {
    await page.goto(SEARCH)
    await lucia(page).getByRole('link', { name: 'View Profile' }).click()
    await expect(profile(page)).toHaveText('Lucía Hernández Cleaning')
  })
  await test.step('a client may book, write and leave a review', async () => {
    await expect(page.getByRole('link', { name: 'Book Now' }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Leave a Review' })).toBeVisible()
  })
  await test.step('a client contacts by chat', async () => {
    const id = await idOf(page, 'lucia-hernandez')
    await page.getByRole('button', { name: 'Contact Professional' }).click()
    await expect(page).toHaveURL(new RegExp(`/messages/${id}`))
  })
  await test.step('a client has no dashboard', async () => {
    await page.goto('/dashboard')
    await expect(page).not.toHaveURL(/\/dashboard/)
  })
})

test('a professional has the dashboard, but no search in the header and no reviews to write', async ({
  page,
}) => {
  await logIn(page, DEMO_PEOPLE.ana.email, DEMO_PASSWORD)
  await test.step('a professional has no search in the header', async () => {
    await page.goto('/dashboard')
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page.getByRole('search')).toHaveCount(0)
    await page.goto('/marketplace')
    await expect(page).toHaveURL(/\/dashboard/)
  })
  await test.step('a professional has the dashboard', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  })
  await test.step('a professional leaves no reviews', async () => {
    await page.goto(`/professionals/${await idOf(page, 'lucia-hernandez')}`)
    await expect(profile(page)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Leave a Review' })).toHaveCount(0)
  })
})

// rule: view-guards, profile-booking
test('a visitor views public profiles and must sign up to write', async ({ page }) => {
  await test.step('a visitor views a public profile, which invites them to sign up', async () => {
    await page.goto(LUCIA)
    await expect(profile(page)).toHaveText('Lucía Hernández Cleaning')
    await expect(page.getByText('Want to book this professional?').first()).toBeVisible()
    await expect(clientActions(page)).toHaveCount(0)
  })
  await test.step('a visitor has no dashboard', async () => {
    await page.goto('/dashboard')
    await expect(page).toHaveURL(/\/login/)
  })
  await test.step('a visitor who wants to write must register first', async () => {
    await page.goto(SEARCH)
    await lucia(page).getByRole('link', { name: 'Contact Professional' }).click()
    await expect(page).toHaveURL(/\/register\?next=/)
  })
  await test.step('after registration the new client can write to that professional', async () => {
    for (const [label, text] of [
      ['First Name', 'Robin'],
      ['Last Name', 'Journey'],
      ['Email', newEmail()],
      ['Phone', '512-555-0177'],
      ['Password', 'polished floors 7'],
    ] as const) {
      await page.getByLabel(label, { exact: true }).fill(text)
    }
    await page.getByRole('button', { name: 'Create Account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Write to Lucía' })
    await dialog.getByRole('button', { name: 'Start the conversation' }).click()
    await expect(page).toHaveURL(/\/messages\//)
  })
})
