import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from '@playwright/test'
import { startDemoServer } from './demo-server.ts'
import { expectAccessible, test } from './journey.ts'
import { subscribedProfessional } from './paying.ts'

const DAY_MS = 86_400_000

/** `npm run job -- renewals --at …`, on the data of a server with nobody else in it. */
async function renewalsAt(dataDir: string, at: Date): Promise<void> {
  const job = spawn(process.execPath, ['server/src/job.ts', 'renewals', '--at', at.toISOString()], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: 'ignore',
  })
  const [code] = (await once(job, 'exit')) as [number]
  expect(code).toBe(0)
}

test('a renewal that fails is told, then ends the subscription, and she subscribes again', async ({
  browser,
  watch,
}) => {
  test.setTimeout(120_000)
  const server = await startDemoServer('off')
  const context = await browser.newContext({ baseURL: server.origin })
  await watch(context)
  const page = await context.newPage()
  try {
    const { id } = await subscribedProfessional(page, { outcome: 'paid', renewals: 'declined' })
    const status = await page.request.get(`/api/professional/leads-status/${id}`)
    const { period_end } = (await status.json()) as { period_end: string }
    const end = Date.parse(period_end)
    const subscription = page.getByRole('region', { name: 'Subscription', exact: true })

    await renewalsAt(server.dataDir, new Date(end + 60_000))
    await page.goto('/dashboard')
    await test.step('P 4: a renewal that fails shows a banner for 7 days, and the account stays active', async () => {
      const grace = page.getByRole('region', { name: 'Your renewal was not paid' })
      await expect(grace).toContainText(/We try again by ourselves until \w+ \d+, \d{4}/)
      await expect(subscription).toContainText('Payment failed')
      await expect(page.getByRole('region', { name: 'Your account is inactive' })).toHaveCount(0)
      await expectAccessible(page)
    })

    for (const days of [1, 3, 5, 7]) {
      await renewalsAt(server.dataDir, new Date(end + days * DAY_MS + 120_000))
    }
    await page.reload()
    const inactive = page.getByRole('region', { name: 'Your account is inactive' })
    await test.step('P 4: a subscription that lapsed leaves the account inactive and its credits usable', async () => {
      await expect(inactive).toContainText('As long as you have lead credits left')
      await expect(subscription).toContainText('Ended')
      await expect(subscription).toContainText('Your 5 remaining credits stay usable')
      await expectAccessible(page)
    })

    await test.step('P 4: she subscribes again and is active', async () => {
      await inactive.getByRole('button', { name: 'Subscribe again - $19.90/month' }).click()
      await page.getByRole('button', { name: 'Pay $19.90' }).click()
      await page.getByRole('link', { name: 'Go to dashboard now' }).click()
      await expect(subscription).toContainText('Active')
      await expect(page.getByRole('region', { name: 'Leads', exact: true })).toContainText(
        /10 left, 5 more on/,
      )
      await expect(inactive).toHaveCount(0)
    })
  } finally {
    await context.close()
    await server.stop()
  }
})
