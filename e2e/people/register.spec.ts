// rule: registration, view-guards
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { DEMO_PEOPLE } from '../../server/demo/market/demo-people.ts'
import { hold } from '../support/server/hold.ts'
import { newEmail, openScreen, test } from '../support/journey.ts'

const REGISTER = '**/api/auth/register'

async function fill(page: Page, changes: Record<string, string> = {}) {
  const typed = {
    'First Name': 'Robin',
    'Last Name': 'Journey',
    Email: newEmail(),
    Phone: '512-555-0177',
    Password: 'polished floors 7',
    ...changes,
  }
  for (const [label, text] of Object.entries(typed)) {
    await page.getByLabel(label, { exact: true }).fill(text)
  }
  return typed
}

const submit = (page: Page) => page.getByRole('button', { name: 'Create Account' }).click()
const alert = (page: Page) => page.getByRole('main').getByRole('alert')

// rule: registration, view-guards, user-storage
test('a client registers', async ({ page }) => {
  await page.goto('/register')
  const field = (label: string) => page.getByLabel(label, { exact: true })

  await test.step('the fields are First Name, Last Name, Email, Phone and Password', async () => {
    for (const label of ['First Name', 'Last Name', 'Email', 'Phone', 'Password']) {
      await expect(field(label)).toHaveValue('')
    }
  })
  await test.step('I want to has Find cleaning services, the default, and Offer cleaning services', async () => {
    await expect(field('I want to')).toHaveValue('client')
    const options = field('I want to').locator('option')
    await expect(options).toHaveText(['Find cleaning services', 'Offer cleaning services'])
  })
  await test.step('the submit button reads Create Account', async () => {
    const button = page.getByRole('main').locator('button[type=submit]')
    await expect(button).toHaveText('Create Account')
    await expect(button).toBeEnabled()
  })
  await test.step('the email is of the email type', async () => {
    await expect(field('Email')).toHaveAttribute('type', 'email')
  })
  await test.step('first name, last name, email, phone and password are all required', async () => {
    let calls = 0
    await page.route(REGISTER, (route) => {
      calls++
      return route.fallback()
    })
    await submit(page)
    for (const label of ['First Name', 'Last Name', 'Email', 'Phone', 'Password']) {
      await expect(field(label)).toHaveAttribute('required')
      await expect(field(label)).toHaveAccessibleDescription(/Please enter/)
    }
    expect(calls).toBe(0)
  })
  const typed = await fill(page)
  const held = await hold(page, REGISTER)
  const request = page.waitForRequest(REGISTER)
  await submit(page)
  await test.step('the button reads Creating account... while busy, and is disabled', async () => {
    await expect(page.getByRole('button', { name: 'Creating account...' })).toBeDisabled()
  })
  await test.step('registration sends email, password, first_name, last_name, phone and role', async () => {
    expect((await request).postDataJSON()).toMatchObject({
      email: typed.Email,
      password: typed.Password,
      first_name: 'Robin',
      last_name: 'Journey',
      phone: typed.Phone,
      role: 'client',
    })
  })
  held.release()
  await test.step('after registration a client goes to the marketplace', async () => {
    await expect(page).toHaveURL(/\/marketplace$/)
  })
  const storedUser = await page.evaluate(() => localStorage.getItem('lustra.user'))
  await test.step('the registered user is stored in local storage', async () => {
    expect(JSON.parse(storedUser ?? '{}')).toMatchObject({ first_name: 'Robin', role: 'client' })
  })
  await test.step('the user is stored under the product’s own key', async () => {
    const keys = await page.evaluate(() => Object.keys(localStorage))
    expect(keys.filter((key) => key.startsWith('lustra.'))).toContain('lustra.user')
  })
  await test.step('the complete register response is stored, without a password', async () => {
    expect(Object.keys(JSON.parse(storedUser ?? '{}') as object).toSorted()).toEqual([
      'email',
      'email_verified',
      'first_name',
      'id',
      'last_name',
      'phone',
      'role',
    ])
  })
  await test.step('the session is restored on load', async () => {
    await page.reload()
    await expect(page.getByText('Welcome, Robin')).toBeVisible()
  })
})

test.describe(() => {
  test.use({ expected: [/Failed to load resource/] })

  test('a refused registration shows its reasons', async ({ page }) => {
    await page.goto('/register')
    const typed = await fill(page, { Password: 'short' })
    await submit(page)
    await test.step('the length of the password is not checked in the client', async () => {
      await expect(alert(page)).toHaveText(
        'Registration failed: Password must be at least 8 characters long.',
      )
    })
    await test.step('a refusal with several reasons shows Registration failed with the reasons separated by commas', async () => {
      const password = 'x'.repeat(201)
      await fill(page, { ...typed, Phone: '-', Password: password })
      await submit(page)
      await expect(alert(page)).toHaveText(/^Registration failed: [^,]+\., [^,]+\.$/)
    })
    await test.step('a refusal in one sentence is shown unchanged', async () => {
      await fill(page, { Email: DEMO_PEOPLE.maya.email })
      await submit(page)
      await expect(alert(page)).toHaveText(/An account with this email already exists\./)
    })
    await test.step('the sentence of an answer without a code is shown', async () => {
      const detail = 'Too many new accounts today.'
      await page.route(REGISTER, (route) => route.fulfill({ status: 400, json: { detail } }), {
        times: 1,
      })
      await fill(page)
      await submit(page)
      await expect(alert(page)).toContainText(detail)
    })
    await test.step('a refusal without a reason shows Registration failed', async () => {
      await page.route(REGISTER, (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
      await fill(page)
      await submit(page)
      await expect(alert(page)).toHaveText('Registration failed')
    })
  })

  test('without a network or with an unreadable answer the screen shows Registration failed. Please try again.', async ({
    page,
  }) => {
    await page.goto('/register')
    await fill(page)
    await page.route(REGISTER, (route) => route.abort('internetdisconnected'), { times: 1 })
    await submit(page)
    await expect(alert(page)).toHaveText('Registration failed. Please try again.')
    await page.route(REGISTER, (route) => route.fulfill({ status: 502, body: '<h1>No</h1>' }), {
      times: 1,
    })
    await fill(page)
    await submit(page)
    await expect(alert(page)).toHaveText('Registration failed. Please try again.')
    await expect(page.getByLabel('First Name')).toHaveValue('Robin')
  })
})

test.describe(() => {
  // The live connection may still be opening when the session ends.
  test.use({ expected: [/WebSocket connection|401/] })

  test('after registration a professional goes to the dashboard, and the form is reset, the role back to client', async ({
    page,
  }) => {
    await page.goto('/register')
    await fill(page)
    await page.getByRole('radio', { name: 'Offer cleaning services' }).check()
    await expect(page.getByLabel('I want to')).toHaveValue('professional')
    await page.getByLabel('I want to').selectOption('Find cleaning services')
    await expect(page.getByRole('radio', { name: 'Find cleaning services' })).toBeChecked()
    await page.getByLabel('I want to').selectOption('Offer cleaning services')
    await submit(page)
    await expect(page).toHaveURL(/\/dashboard$/)
    await page.getByRole('button', { name: 'Log out' }).first().click()
    await expect(page).toHaveURL(/\/$/)
    await openScreen(page, '/register')
    await expect(page.getByLabel('I want to')).toHaveValue('client')
    for (const label of ['First Name', 'Last Name', 'Email', 'Phone', 'Password']) {
      await expect(page.getByLabel(label, { exact: true })).toHaveValue('')
    }
    await test.step('the link Already have an account? Login goes to login', async () => {
      await page.getByRole('link', { name: 'Already have an account? Login' }).click()
      await expect(page).toHaveURL(/\/login$/)
    })
  })
})
