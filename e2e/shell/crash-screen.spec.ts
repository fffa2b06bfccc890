// rule: failures
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/market/demo-people.ts'
import { expectAccessible, logIn, test } from '../support/journey.ts'

// React and the browser log these errors to the console.
test.use({
  expected: [
    /TypeError|Cannot read|is not iterable|error occurred|Failed to load resource|Failed to fetch|A view could not be loaded/,
  ],
})

const PROFILE_CALL = '**/api/professional/public-view/**'

/** Makes the profile call return data without the fields that the screen needs. Returns the profile's address. */
async function breakProfile(page: Page): Promise<string> {
  const answer = await page.request.get('/api/public/professional/grace-walker')
  const { professional } = (await answer.json()) as { professional: { user_id: string } }
  await page.route(PROFILE_CALL, (route) => route.fulfill({ json: { professional: {} } }))
  return `/professionals/${professional.user_id}`
}

test('a screen that crashes says so, and can be shown again or left', async ({ page }) => {
  await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
  await page.goto(await breakProfile(page))
  const crashAlert = page.getByRole('alert').filter({ hasText: 'Something went wrong' })

  await test.step('a render error shows Something went wrong', async () => {
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    await expect(crashAlert).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('the header around the screen stays', async () => {
    await expect(page.getByRole('banner').getByText('Welcome, Maya')).toBeVisible()
  })
  await test.step('Try Again shows the screen as soon as its data is valid', async () => {
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(crashAlert).toBeVisible()
    await page.unroute(PROFILE_CALL)
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Grace Walker Cleaning')
  })
  await test.step('Reload Page reloads the page', async () => {
    await breakProfile(page)
    await page.reload()
    await expect(crashAlert).toBeVisible()
    await page.unroute(PROFILE_CALL)
    const loaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Reload Page' }).click()
    await loaded
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Grace Walker Cleaning')
  })
  await test.step('another screen is not affected by the crash', async () => {
    await breakProfile(page)
    await page.reload()
    await expect(crashAlert).toBeVisible()
    await page.getByRole('link', { name: 'Lustra, home' }).first().click()
    await expect(page).toHaveURL(/\/marketplace$/)
    await expect(crashAlert).toHaveCount(0)
  })
})

test('a screen whose code could not be loaded opens with Try Again', async ({ page }) => {
  await page.goto('/professional/grace-walker')
  await page.route('**/assets/login-*.js*', (route) => route.abort())
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await page.unroute('**/assets/login-*.js*')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
})
