// rule: new-password
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { hold } from '../support/server/hold.ts'
import { newEmail, test } from '../support/journey.ts'

const FORGOT = '**/api/auth/forgot-password'
const NEUTRAL = 'If this email exists, password reset instructions will be sent.'

const email = (page: Page) => page.getByPlaceholder('Enter your email address')
const send = (page: Page) => page.getByRole('button', { name: 'Send Reset Instructions' }).click()

test('a user requests reset instructions', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(email(page)).toBeVisible()
  await test.step('the title is Reset Password', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reset Password')
  })
  await test.step('the introduction says what will be sent', async () => {
    await expect(
      page.getByText(
        "Enter your email address and we'll send you instructions to reset your password.",
      ),
    ).toBeVisible()
  })
  await test.step('the email input has the placeholder Enter your email address', async () => {
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveAttribute(
      'placeholder',
      'Enter your email address',
    )
  })
  await test.step('the button reads Send Reset Instructions', async () => {
    await expect(page.getByRole('main').locator('button[type=submit]')).toHaveText(
      'Send Reset Instructions',
    )
  })
  await test.step('the email is required and of the email type', async () => {
    await expect(email(page)).toHaveAttribute('type', 'email')
    await send(page)
    await expect(email(page)).toHaveAccessibleDescription('Please enter a valid email address.')
  })
  const address = newEmail()
  const held = await hold(page, FORGOT)
  const request = page.waitForRequest(FORGOT)
  await email(page).fill(address)
  await send(page)
  await test.step('the button reads Sending... while busy', async () => {
    await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled()
  })
  await test.step('forgot-password sends the email', async () => {
    expect((await request).postDataJSON()).toEqual({ email: address })
  })
  held.release()
  await test.step('the neutral message replaces the form', async () => {
    await expect(page.getByText(NEUTRAL)).toBeVisible()
    await expect(email(page)).toBeHidden()
  })
  await test.step('an unknown email gets the neutral message', async () => {
    await expect(page.getByText(NEUTRAL)).toBeVisible()
  })
  await test.step('the email field is cleared on a success response', async () => {
    await page.goBack()
    await expect(page).toHaveURL(/\/login$/)
    await page.goForward()
    await expect(email(page)).toHaveValue('')
    await email(page).fill(address)
    await send(page)
    await expect(page.getByText(NEUTRAL)).toBeVisible()
  })
  await test.step('the back link clears the email and the message', async () => {
    await page.getByRole('link', { name: '← Back to Login' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(email(page)).toHaveValue('')
    await expect(page.getByText(NEUTRAL)).toBeHidden()
  })
})

test.describe(() => {
  test.use({ expected: [/Failed to load resource/] })

  test('a server error and a network failure show the same neutral message', async ({ page }) => {
    const json = { detail: 'No', code: 'unexpected' }
    await page.route(FORGOT, (route) => route.fulfill({ status: 500, json }), { times: 1 })
    await page.goto('/forgot-password')
    await email(page).fill(newEmail())
    await send(page)
    await expect(page.getByText(NEUTRAL)).toBeVisible()

    await page.reload()
    await page.route(FORGOT, (route) => route.abort('internetdisconnected'))
    await email(page).fill(newEmail())
    await send(page)
    await expect(page.getByText(NEUTRAL)).toBeVisible()
    await expect(email(page)).toBeHidden()
  })
})
