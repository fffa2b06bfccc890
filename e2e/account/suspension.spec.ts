// rule: suspension, actions
import { expect } from '@playwright/test'
import { startDemoServer } from '../support/server/demo-server.ts'
import { expectAccessible, logIn, openScreen, test } from '../support/journey.ts'
import { CLIENT_PASSWORD, newClient } from '../support/new-client.ts'
import { confirmByPasskey, fillAction, newOperator, submit } from '../support/operators.ts'
import { translationsIn } from '../support/translations.ts'

test.use({ expected: [/Failed to load resource: the server responded with a status of 40[13]/] })

const REASON = 'Three reports of harassment.'
const RESTORED = 'The reports were about somebody else.'

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
  const atConsole = await browser.newContext({ baseURL: server.origin })
  await watch(atConsole)
  const operator = await atConsole.newPage()
  try {
    const { id, email } = await newClient(page)
    await newOperator(operator, 'Olga Reis', server.dataDir)
    await openScreen(operator, `/operator/people/${id}`)
    await operator.getByRole('button', { name: 'Suspend', exact: true }).click()
    await fillAction(operator, 'Suspend', 'Harassment', REASON)
    await submit(operator, 'Suspend')
    await confirmByPasskey(operator)
    await expect(operator.getByText("Done. It's in the audit log.")).toBeVisible()
    await page.goto('/marketplace')
    await expect(page).toHaveURL(/\/login/)
    await logIn(page, email, CLIENT_PASSWORD)
    await page.goto('/marketplace')
    await expect(page).toHaveURL(/\/settings$/)
    await page.getByRole('link', { name: translationsIn('en')('security:title') }).click()
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
    await operator.getByRole('button', { name: 'End the suspension' }).click()
    await fillAction(operator, 'End the suspension', 'It was our mistake', RESTORED)
    await submit(operator, 'End the suspension')
    await expect(operator.getByRole('button', { name: 'Suspend', exact: true })).toBeVisible()
    await page.goto('/marketplace')
    await expect(page).toHaveURL(/\/marketplace/)
    const title = translationsIn('es')('account:suspension.title')
    await expect(page.getByRole('region', { name: title })).toHaveCount(0)
  } finally {
    await atConsole.close()
    await context.close()
    await server.stop()
  }
})
