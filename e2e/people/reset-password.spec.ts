// rule: new-password
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { hold } from '../support/server/hold.ts'
import { test } from '../support/journey.ts'

const RESET = '**/api/auth/reset-password'
const SUCCESS = 'Password reset successful! You can now login with your new password.'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const alert = (page: Page) => page.getByRole('main').getByRole('alert')

async function update(page: Page, password: string, confirmation = password) {
  await field(page, 'New Password').fill(password)
  await field(page, 'Confirm New Password').fill(confirmation)
  await page.getByRole('button', { name: 'Update Password' }).click()
}

test('/reset-password/{token} opens the form for a new password, and checks it', async ({
  page,
}) => {
  await page.goto('/reset-password/some-token')
  await test.step('the title is Set New Password', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set New Password')
  })
  await test.step('the hint names the minimum length', async () => {
    await expect(
      page.getByText("Enter your new password below. Make sure it's at least 8 characters long."),
    ).toBeVisible()
  })
  await test.step('the button reads Update Password', async () => {
    await expect(page.getByRole('main').locator('button[type=submit]')).toHaveText(
      'Update Password',
    )
  })
  await test.step('New Password and Confirm New Password each have a button that shows and hides the password', async () => {
    for (const label of ['New Password', 'Confirm New Password']) {
      const input = field(page, label)
      const toggle = page.locator('div', { has: input }).last().getByRole('button')
      await expect(input).toHaveAttribute('type', 'password')
      await toggle.click()
      await expect(input).toHaveAttribute('type', 'text')
      await toggle.click()
      await expect(input).toHaveAttribute('type', 'password')
    }
  })
  await test.step('both fields are required, at least 8 long', async () => {
    await page.getByRole('button', { name: 'Update Password' }).click()
    for (const label of ['New Password', 'Confirm New Password']) {
      await expect(field(page, label)).toHaveAttribute('required')
      await expect(field(page, label)).toHaveAttribute('minlength', '8')
      await expect(field(page, label)).toHaveAccessibleDescription(/Please enter/)
    }
  })
  await test.step('the match of both passwords is checked first', async () => {
    await update(page, 'short', 'other')
    await expect(alert(page)).toHaveText('Passwords do not match.')
  })
  await test.step('different passwords show Passwords do not match.', async () => {
    await expect(alert(page)).toHaveText('Passwords do not match.')
  })
  await test.step('the length is checked only after the match', async () => {
    await update(page, 'short')
    await expect(alert(page)).toHaveText('Password must be at least 8 characters long.')
  })
  await test.step('a new password of 7 characters is too short, one of 8 is sent', async () => {
    await update(page, 'seven77')
    await expect(alert(page)).toHaveText('Password must be at least 8 characters long.')
    await page.route(RESET, (route) => route.fulfill({ json: { message: SUCCESS } }))
    await update(page, 'eight888')
    await expect(page.getByText(SUCCESS)).toBeVisible()
  })
})

test('the back link returns to login and clears the fields', async ({ page }) => {
  await page.goto('/reset-password/some-token')
  await field(page, 'New Password').fill('clean windows 8')
  await page.getByRole('link', { name: '← Back to Login' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.goBack()
  await expect(field(page, 'New Password')).toHaveValue('')
})

test('after a successful reset the login opens', async ({ page }) => {
  await page.clock.install()
  await page.goto('/reset-password/some-token')
  await expect(field(page, 'New Password')).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.route(RESET, (route) => route.fulfill({ json: { message: SUCCESS } }))
  const held = await hold(page, RESET)
  const request = page.waitForRequest(RESET)
  await update(page, 'clean windows 8')
  await test.step('the button reads Updating Password... while busy', async () => {
    await expect(page.getByRole('button', { name: 'Updating Password...' })).toBeDisabled()
  })
  await test.step('reset-password sends token and new_password', async () => {
    const body = { token: 'some-token', new_password: 'clean windows 8' }
    expect((await request).postDataJSON()).toEqual(body)
  })
  held.release()
  const success = page.getByText(SUCCESS)
  await test.step('on success the message says that login works with the new password', async () => {
    await expect(success).toBeVisible()
  })
  await test.step('the form is hidden once the message reports success', async () => {
    await expect(field(page, 'New Password')).toBeHidden()
  })
  await test.step('after 3 seconds the view goes to login and the message is cleared', async () => {
    await page.clock.runFor(2_900)
    await expect(success).toBeVisible()
    await page.clock.runFor(200)
    await expect(page).toHaveURL(/\/login$/)
    await expect(success).toBeHidden()
  })
  await test.step('after a reset both fields are cleared', async () => {
    await page.clock.resume()
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
    await page.goBack()
    for (const label of ['New Password', 'Confirm New Password']) {
      await expect(field(page, label)).toHaveValue('')
    }
  })
})

test.describe(() => {
  test.use({ expected: [/Failed to load resource/] })

  test('a failed reset shows its reason', async ({ page }) => {
    await page.goto('/reset-password/no-such-token')
    await update(page, 'clean windows 8')
    await test.step('a refusal shows its detail', async () => {
      await expect(alert(page)).toHaveText('Invalid or expired reset token')
    })
    await test.step('error messages are red, success messages green', async () => {
      const problem = await colourOf(alert(page))
      expect(problem.red).toBeGreaterThan(problem.green)
      await page.route(RESET, (route) => route.fulfill({ json: { message: SUCCESS } }), {
        times: 1,
      })
      await update(page, 'clean windows 8')
      const box = page.getByRole('status').filter({ hasText: SUCCESS })
      const success = await colourOf(box)
      expect(success.green).toBeGreaterThan(success.red)
      await page.goto('/reset-password/no-such-token')
    })
    await test.step('the sentence of an answer without a code is shown', async () => {
      const detail = 'This link was used a moment ago.'
      await page.route(RESET, (route) => route.fulfill({ status: 400, json: { detail } }), {
        times: 1,
      })
      await update(page, 'clean windows 8')
      await expect(alert(page)).toHaveText(detail)
    })
    await test.step('without a detail or a network the screen shows Password reset failed. Please try again.', async () => {
      await page.route(RESET, (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
      await update(page, 'clean windows 8')
      await expect(alert(page)).toHaveText('Password reset failed. Please try again.')
      await page.route(RESET, (route) => route.abort('internetdisconnected'))
      await update(page, 'clean windows 9')
      await expect(alert(page)).toHaveText('Password reset failed. Please try again.')
    })
  })
})

/** The colour of a text, from 0 to 255. */
function colourOf(text: Locator): Promise<{ red: number; green: number }> {
  return text.evaluate((element) => {
    const canvas = document.createElement('canvas').getContext('2d')
    if (!canvas) throw new Error('no canvas')
    canvas.fillStyle = getComputedStyle(element).color
    canvas.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0] = canvas.getImageData(0, 0, 1, 1).data
    return { red, green }
  })
}
