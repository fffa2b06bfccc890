// rule: operator-console, operators, operator-sign-in, audit-log
import { expect } from '@playwright/test'
import { generateSync } from 'otplib'
import { expectAccessible, test } from '../support/journey.ts'
import { runServerProgram } from '../support/server/server-program.ts'

const STEP_SECONDS = 30
const PASSWORD = 'quiet rivers carry 7 boats'

const codeOf = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * STEP_SECONDS })

test.use({
  expected: [/Failed to load resource: the server responded with a status of 4(0[134]|22)/],
})

test('an operator enrols with a link, signs in with a code, and finds the audit log unbroken', async ({
  page,
}) => {
  const email = `olga.${Date.now()}@example.com`
  const dataDir = process.env['LUSTRA_E2E_DATA_DIR']!
  const added = await runServerProgram(dataDir, 'operator', 'operators', 'add', email, 'Olga Reis')
  const link = /\/operator\/enrol\/[\w-]+/.exec(added)![0]

  await test.step('the link sets a password and the codes of an app', async () => {
    await page.goto(link, { waitUntil: 'load' })
    await expect(page.getByText(`For Olga Reis, ${email}.`)).toBeVisible()
    await expect(page).toHaveTitle('Set up your access · Lustra console')
    await expect(page.getByRole('img', { name: /QR code/i })).toBeVisible()
    await expectAccessible(page)
    const secret = await page.getByLabel('Key for your app').inputValue()
    await page.getByLabel('Password', { exact: true }).fill('14 characters!')
    // The code of the step before, so that the one of this step is left for the sign-in.
    await page.getByLabel('Code from your app').fill(codeOf(secret, -1))
    await page.getByRole('button', { name: 'Set up', exact: true }).click()
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      /at least 15 characters/,
    )
    await page.getByLabel('Password', { exact: true }).fill('passwordpassword')
    await page.getByRole('button', { name: 'Set up', exact: true }).click()
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      /easy to guess|data breach/,
    )
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    // Half a minute may have passed meanwhile.
    await page.getByLabel('Code from your app').fill(codeOf(secret, -1))
    await page.getByRole('button', { name: 'Set up', exact: true }).click()
    await expect(page.getByText('You can sign in now.')).toBeVisible()
    await page.getByRole('link', { name: 'Go to sign-in' }).click()
    await expect(page.getByLabel('Email')).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Code from your app').fill(codeOf(secret))
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  })

  await test.step('the audit log is unbroken and has the sign-in', async () => {
    await page.getByRole('link', { name: 'Audit', exact: true }).click()
    await expect(page.getByText(/^Unbroken, [\d,]+ entries$/)).toBeVisible()
    const entries = page.getByRole('list', { name: 'Entries of the audit log' })
    const signIns = entries.getByRole('listitem').filter({ hasText: 'Olga Reis' })
    await expect(signIns.first()).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('the charts of the marketplace are accessible', async () => {
    await page.getByRole('link', { name: 'Marketplace', exact: true }).click()
    await expect(page.getByRole('slider').first()).toBeVisible()
    await expect(page).toHaveTitle('Marketplace · Lustra console')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Audit', exact: true }).click()
  })

  await test.step('the download asks for a confirmation first', async () => {
    await page.getByRole('button', { name: 'Export' }).click()
    const dialog = page.getByRole('dialog', { name: "Please confirm it's you" })
    await dialog.getByLabel('Code from your app').fill('000000')
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(dialog.getByRole('alert')).toContainText('This code is not right.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByText('Please confirm first that it is you.')).toBeVisible()
  })

  await test.step('after logging out the console asks to sign in', async () => {
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in to the console' })).toBeVisible()
    await page.goto(link, { waitUntil: 'load' })
    await expect(page.getByText('This link has been used or has ended.')).toBeVisible()
  })
})

test.describe(() => {
  test.use({ worker: true })

  test('no page of people loads a byte of the console, and the service worker leaves it alone', async ({
    page,
    request,
  }) => {
    const loaded: string[] = []
    page.context().on('request', (sent) => loaded.push(new URL(sent.url()).pathname))
    await page.goto('/')
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
    expect(loaded.length).toBeGreaterThan(5)
    expect(loaded.filter((path) => /operator/.test(path))).toEqual([])
    const worker = await (await request.get('/service-worker.js')).text()
    expect(worker).not.toContain('/operator/')
    await page.goto('/operator', { waitUntil: 'load' })
    await expect(page.getByRole('heading', { name: 'Sign in to the console' })).toBeVisible()
    const cached = await page.evaluate(async () => {
      const names = await caches.keys()
      const stored = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return stored.flat().map(({ url }) => new URL(url).pathname)
    })
    expect(cached.filter((path) => /operator/.test(path))).toEqual([])
  })
})
