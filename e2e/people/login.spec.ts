// rule: login-answer, view-guards
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/market/demo-people.ts'
import { expectAccessible, test } from '../support/journey.ts'

const LOGIN = '**/api/login'

async function logInAs(page: Page, email: string, password = DEMO_PASSWORD) {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

test('a client logs in', async ({ page }) => {
  await page.goto('/login')
  await test.step('email and password are required', async () => {
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    for (const label of ['Email', 'Password']) {
      const field = page.getByLabel(label, { exact: true })
      await expect(field).toHaveAttribute('required')
      await expect(field).toHaveAccessibleDescription(/Please enter/)
    }
  })
  await test.step('the fields are email and password', async () => {
    await logInAs(page, DEMO_PEOPLE.maya.email)
  })
  await test.step('after login a client goes to the marketplace', async () => {
    await expect(page).toHaveURL(/\/marketplace$/)
  })
})

// rule: language-choice
test.describe(() => {
  // A live connection and reads may still be on their way when the session's cookie is deleted.
  test.use({ expected: [/status of 401/] })

  test('on a new device the screens get the language of the account, unless one was chosen there', async ({
    page,
  }) => {
    await page.goto('/login')
    await logInAs(page, DEMO_PEOPLE.carlos.email)
    await expect(page).toHaveURL(/\/marketplace$/)
    await test.step('a Spanish account reads Spanish in an English browser, also after a reload', async () => {
      await expect(
        page.getByRole('heading', { name: 'Buscar profesionales de limpieza' }),
      ).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', 'es')
      await page.reload()
      await expect(
        page.getByRole('heading', { name: 'Buscar profesionales de limpieza' }),
      ).toBeVisible()
    })
    await test.step('who has chosen English in the menu keeps it', async () => {
      await page
        .getByRole('banner')
        .getByRole('button', { name: /Carlos/ })
        .click()
      await page.locator('header select').selectOption('en')
      await expect(page.getByRole('heading', { name: 'Find Cleaning Professionals' })).toBeVisible()
      await page.context().clearCookies()
      await page.goto('/login')
      await logInAs(page, DEMO_PEOPLE.carlos.email)
      await expect(page).toHaveURL(/\/marketplace$/)
      await expect(page.getByRole('heading', { name: 'Find Cleaning Professionals' })).toBeVisible()
    })
  })
})

test('the back links of the other account screens lead to login, and a professional logs in there', async ({
  page,
}) => {
  for (const path of ['/forgot-password', '/reset-password/some-token']) {
    await page.goto(path)
    await page.getByRole('link', { name: '← Back to Login' }).click()
    await expect(page).toHaveURL(/\/login$/)
  }
  await test.step('after login a professional goes to the dashboard', async () => {
    await logInAs(page, DEMO_PEOPLE.grace.email)
    await expect(page).toHaveURL(/\/dashboard$/)
  })
})

test.describe(() => {
  test.use({ expected: [/Failed to load resource/] })

  test('a failed login shows Login failed, and the typed email stays', async ({ page }) => {
    await page.goto('/login')
    const alert = page.getByRole('main').getByRole('alert')
    await logInAs(page, DEMO_PEOPLE.maya.email, 'not my password')
    await expect(alert).toContainText('Login failed')
    await page.route(LOGIN, (route) => route.abort('internetdisconnected'))
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(alert).toContainText('Login failed')
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(DEMO_PEOPLE.maya.email)
  })
})

// rule: password-rules
for (const [choice, address] of [
  ['Change password', /\/settings$/],
  ['Continue without changing it', /\/bookings$/],
] as const) {
  test(`after a login with a breached password the screen advises to change it: ${choice}`, async ({
    page,
  }) => {
    await page.route(LOGIN, async (route) => {
      const response = await route.fetch()
      const answer = { ...(await response.json()), password_breached: true }
      await route.fulfill({ response, json: answer })
    })
    await page.goto('/login?next=%2Fbookings')
    await logInAs(page, DEMO_PEOPLE.maya.email)
    const advice = page.getByRole('main').getByRole('alert')
    await expect(advice).toContainText('This password has appeared in a data breach.')
    await expectAccessible(page)
    await page.getByRole('button', { name: choice }).click()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('button', { name: 'Welcome, Maya' })).toBeVisible()
  })
}
