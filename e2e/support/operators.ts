import { expect } from '@playwright/test'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { addAuthenticator } from './passkeys.ts'
import { runServerProgram } from './server/server-program.ts'

const PASSWORD = 'quiet rivers carry 7 boats'
let count = 0

/**
 * Enrols a new operator in this browser with a passkey, which confirms as often as it is asked, and signs in; by
 * default at the server of all journeys.
 */
export async function newOperator(
  page: Page,
  name: string,
  dataDir = process.env['LUSTRA_E2E_DATA_DIR']!,
): Promise<{ name: string }> {
  const email = `operator-${process.pid}-${Date.now()}-${++count}@example.com`

  const added = await runServerProgram(dataDir, 'operator', 'operators', 'add', email, name)
  await addAuthenticator(page)
  await page.goto(/\/operator\/enrol\/[\w-]+/.exec(added)![0], { waitUntil: 'load' })
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('A passkey').check()
  await page.getByRole('button', { name: 'Create a passkey and set up' }).click()
  await page.getByRole('link', { name: 'Go to sign-in' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Cases' })).toBeVisible()
  return { name }
}

/** Confirms with the passkey, if the console asks for it. */
export async function confirmByPasskey(page: Page): Promise<void> {
  await page
    .getByRole('dialog', { name: "Please confirm it's you" })
    .getByRole('button', { name: 'Use your passkey' })
    .click()
}

/** Fills the dialog of an action. */
export async function fillAction(operator: Page, name: string, reason: string, text: string) {
  const dialog = operator.getByRole('dialog', { name })
  await dialog.getByLabel('Reason', { exact: true }).selectOption(reason)
  await dialog.getByLabel(/^(What the person reads|Why)$/).fill(text)
}

type Server = { origin: string; dataDir: string }

/** A new operator in a browser of their own, at a server of one journey. Close the browser at the end. */
export async function operatorAt(
  browser: Browser,
  watch: (context: BrowserContext) => Promise<void>,
  { origin, dataDir }: Server,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin })
  await watch(context)
  const operator = await context.newPage()
  await newOperator(operator, 'Olga Reis', dataDir)
  return operator
}

/** Does what the screen of the console offers. The first action of a session is confirmed with the passkey. */
export async function act(
  operator: Page,
  { name, reason, text }: { name: string; reason: string; text: string },
): Promise<void> {
  await operator.getByRole('button', { name, exact: true }).click()
  await fillAction(operator, name, reason, text)
  await submit(operator, name)
  const done = operator.getByText("Done. It's in the audit log.")
  const confirm = operator
    .getByRole('dialog', { name: "Please confirm it's you" })
    .getByRole('button', { name: 'Use your passkey' })
  await expect(done.or(confirm)).toBeVisible()
  if (await confirm.isVisible()) await confirm.click()
  await expect(done).toBeVisible()
}

/** Sends the dialog of an action. */
export async function submit(operator: Page, name: string): Promise<void> {
  await operator.getByRole('dialog', { name }).getByRole('button', { name, exact: true }).click()
}
