// rule: no-free-time
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { submitOf } from '../support/booking-dialog.ts'
import { test } from '../support/journey.ts'
import { inDays, newClient } from '../support/new-client.ts'
import { openGroup } from '../support/open-group.ts'
import { subscribedProfessional } from '../support/paying.ts'

const MORNING = { from: '09:00', to: '12:00' }
const AFTERNOON = { from: '13:00', to: '16:00' }

/** The address of a professional who works these hours every day, and of a visit of six hours. */
async function sixHoursAt(page: Page, ...hours: { from: string; to: string }[]) {
  const { id } = await subscribedProfessional(page)
  const plan = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => hours.map((one) => ({ weekday, ...one })))
  const saved = await page.request.put(`/api/professional/time/${id}`, { data: { plan } })
  expect(saved.status()).toBe(200)
  const view = await page.request.get(`/api/professional/public-view/${id}`)
  const { professional } = (await view.json()) as { professional: { slug: string } }
  return `/professional/${professional.slug}?zip_code=78701&date=${inDays(3)}&hours=6`
}

async function expectOffers(where: Locator) {
  await expect(where.getByText(/doesn't work that long without a break/)).toBeVisible()
  await expect(where.getByRole('heading', { name: 'Shorter: 3 h' })).toBeVisible()
  await expect(where.getByText('3 h less cleaning.')).toBeVisible()
  await expect(where.getByRole('heading', { name: 'In two visits: 3 h + 3 h' })).toBeVisible()
  const others = where.getByRole('heading', { name: 'Others free for 6 hours' }).locator('..')
  await expect(others.getByRole('listitem')).toHaveCount(3)
}

test('a visit that is longer than any stretch is offered shorter, in two visits, and with three others', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const address = await sixHoursAt(page, MORNING)
  await page.request.post('/api/logout')
  await page.context().clearCookies()
  await page.goto(address)
  const times = page.getByRole('region', { name: 'Next free' })
  await test.step('a stranger reads the offers on the profile, and a press chooses one', async () => {
    await expectOffers(times)
    const two = times.getByRole('heading', { name: /^In two visits/ }).locator('..')
    const second = two.getByRole('button').nth(1)
    const label = (await second.textContent())!
    await second.click()
    await expect(times.getByRole('button', { name: '3 hours' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    const bar = page.getByRole('main').locator('.bottom-bar')
    const [weekday, day] = label.split(', ')
    await expect(bar.getByText(`${weekday}, ${day} · `)).toBeVisible()
  })
  await test.step('the booking dialog offers them too, and takes the shorter visit', async () => {
    await newClient(page)
    await page.goto(`${address}&book=1`)
    const dialog = page.getByRole('dialog')
    await expectOffers(dialog)
    const shorter = dialog.getByRole('heading', { name: 'Shorter: 3 h' }).locator('..')
    await shorter.getByRole('button').click()
    await expect(dialog.getByRole('heading', { name: 'Shorter: 3 h' })).toHaveCount(0)
    await expect(dialog.getByText('3 hours')).toBeVisible()
    await expect(submitOf(dialog)).toHaveText(/^Ask Robin for .* · \$120$/)
  })
})

// rule: free-times
test('a professional lets visits run over breaks, and a visit longer than any stretch is offered over the break', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const address = await sixHoursAt(page, MORNING, AFTERNOON)
  const times = page.getByRole('region', { name: 'Next free' })
  await test.step('before, no stretch is long enough', async () => {
    await page.goto(address)
    await expect(times.getByText(/doesn't work that long without a break/)).toBeVisible()
  })
  await test.step('the professional turns the rule on', async () => {
    await page.goto('/dashboard/time')
    await openGroup(page, 'Rules')
    await page.getByLabel('Visits may run over my breaks').check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Saved', { exact: true }).last()).toBeVisible()
  })
  await test.step('over the break', async () => {
    await page.request.post('/api/logout')
    await page.context().clearCookies()
    await newClient(page)
    await page.goto(`${address}&book=1`)
    const dialog = page.getByRole('dialog')
    const names = ['9:00 AM to 3:00 PM', '9:30 AM to 3:30 PM', '10:00 AM to 4:00 PM']
    for (const name of names) await expect(dialog.getByRole('gridcell', { name })).toBeVisible()
    await expect(dialog.getByText(/without a break/)).toHaveCount(0)
    await expect(dialog.getByRole('heading', { name: /^Shorter/ })).toHaveCount(0)
    await dialog.getByRole('gridcell', { name: names[1]! }).click()
    await expect(submitOf(dialog)).toHaveText(/^Ask Robin for .* · \$240$/)
  })
})
