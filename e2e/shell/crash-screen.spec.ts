import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/demo-people.ts'
import { expectAccessible, logIn, test } from '../support/journey.ts'

// React tells of what broke, and so does the browser.
test.use({
  expected: [
    /TypeError|Cannot read|is not iterable|error occurred|Failed to load resource|Failed to fetch|A view could not be loaded/,
  ],
})

const READ = '**/api/professional/public-view/**'

/** A profile's answer that has nothing of what the screen needs. */
async function breakProfile(page: Page): Promise<string> {
  const answer = await page.request.get('/api/public/professional/grace-walker')
  const { professional } = (await answer.json()) as { professional: { user_id: string } }
  await page.route(READ, (route) => route.fulfill({ json: { professional: {} } }))
  return `/professionals/${professional.user_id}`
}

test('a screen that crashes says so, and there is a way on', async ({ page }) => {
  await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
  await page.goto(await breakProfile(page))
  const said = page.getByRole('alert').filter({ hasText: 'Something went wrong' })

  await test.step('C 8: a render crash shows Something went wrong', async () => {
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    await expect(said).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('what stands around the screen stays', async () => {
    await expect(page.getByRole('banner').getByText('Welcome, Maya')).toBeVisible()
  })
  await test.step('C 8: Try Again shows the screen once it can be shown', async () => {
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(said).toBeVisible()
    await page.unroute(READ)
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Grace Walker Cleaning')
  })
  await test.step('C 8: Reload Page loads the page anew', async () => {
    await breakProfile(page)
    await page.reload()
    await expect(said).toBeVisible()
    await page.unroute(READ)
    const loaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Reload Page' }).click()
    await loaded
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Grace Walker Cleaning')
  })
  await test.step('another screen is not touched by the crash', async () => {
    await breakProfile(page)
    await page.reload()
    await expect(said).toBeVisible()
    await page.getByRole('link', { name: 'Lustra, home' }).first().click()
    await expect(page).toHaveURL(/\/marketplace$/)
    await expect(said).toHaveCount(0)
  })
})

test('a screen whose code did not come is shown by Try Again', async ({ page }) => {
  await page.goto('/professional/grace-walker')
  await page.route('**/assets/login-*.js*', (route) => route.abort())
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await page.unroute('**/assets/login-*.js*')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
})
