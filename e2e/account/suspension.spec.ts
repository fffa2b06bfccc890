// rule: suspension
import { expect } from '@playwright/test'
import { startDemoServer } from '../support/demo-server.ts'
import { expectAccessible, logIn, test } from '../support/journey.ts'
import { CLIENT_PASSWORD, newClient } from '../support/new-client.ts'
import { runServerProgram } from '../support/server-program.ts'
import { translationsIn } from '../support/translations.ts'

const REASON = 'Three reports of harassment.'

test('a suspended client reads why, keeps the settings and reaches us, until an operator restores them', async ({
  browser,
  watch,
}) => {
  test.setTimeout(120_000)
  const server = await startDemoServer('off')
  const context = await browser.newContext({
    baseURL: server.origin,
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
  })
  await watch(context)
  const page = await context.newPage()
  const operate = (command: string, user: string) =>
    runServerProgram(server.dataDir, 'operator', command, user, '--reason', REASON)
  try {
    const { email } = await newClient(page)
    expect(await operate('suspend', email)).toContain('Suspended.')
    await page.goto('/marketplace')
    await expect(page).toHaveURL(/\/login/)
    await logIn(page, email, CLIENT_PASSWORD)
    await page.goto('/marketplace')
    await expect(page).toHaveURL(/\/settings$/)
    await page.getByRole('link', { name: translationsIn('en')('security:open') }).click()
    await expect(page.getByRole('region', { name: 'What happened' })).toBeVisible()
    for (const language of ['en', 'pt', 'es'] as const) {
      const t = translationsIn(language)
      await page.goto(`/settings?lang=${language}`)
      const banner = page.getByRole('region', { name: t('account:suspension.title') })
      await expect(banner).toContainText(REASON)
      await expectAccessible(page)
      await banner.getByRole('link', { name: t('account:suspension.contact') }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('support:title'))
      await expect(banner).toContainText(REASON)
    }
    await operate('restore', email)
    await page.goto('/marketplace')
    await expect(page).toHaveURL(/\/marketplace/)
    const title = translationsIn('es')('account:suspension.title')
    await expect(page.getByRole('region', { name: title })).toHaveCount(0)
  } finally {
    await context.close()
    await server.stop()
  }
})
