// rule: working-hours
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible, test } from '../support/journey.ts'
import { inDays } from '../support/new-client.ts'
import { subscribedProfessional } from '../support/paying.ts'
import { newProfessional, savedProfessional } from '../support/profile-form.ts'
import { translationsIn } from '../support/translations.ts'

const t = translationsIn('en')

test.use({ viewport: { width: 390, height: 844 } })

async function openHours(page: Page) {
  await page.goto('/dashboard/time')
  await expect(page.getByRole('button', { name: t('time:plan.save') })).toBeVisible()
}
const press = async (target: Locator, ...keys: string[]) => {
  await target.focus()
  for (const key of keys) await target.page().keyboard.press(key)
}
/** A date `days` from today, as its field shows it. */
const typeDate = async (field: Locator, date: string) => {
  await field.focus()
  const [year, month, day] = date.split('-')
  await field.page().keyboard.type(`${month}${day}${year}`)
  await expect(field).toHaveValue(date)
}
const saved = async (page: Page, id: string) =>
  (await page.request.get(`/api/professional/time/${id}`)).json()
const expectToast = (page: Page) => expect(page.getByText(t('time:saved')).last()).toBeVisible()

// rule: working-hours, time-exceptions, paused-clients
test('by keyboard on a phone a professional states hours, adds a day off and pauses new clients', async ({
  page,
}) => {
  const { id } = await savedProfessional(page)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: t('dashboard:menu') }).click()
  await page.getByRole('link', { name: t('dashboard:hours'), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: t('time:title') })).toBeVisible()
  await expect(page.getByText(t('time:plan.empty'))).toBeVisible()
  await expectAccessible(page)

  await press(page.getByRole('button', { name: 'Add hours on Monday' }), 'Enter')
  await press(page.getByLabel('Monday, from'), 'ArrowUp', 'ArrowUp')
  await press(page.getByLabel('Monday, to'), 'ArrowUp')
  await press(page.getByRole('button', { name: t('time:plan.copy') }), 'Enter')
  await press(page.getByRole('button', { name: 'Remove 8:00 AM to 4:30 PM on Wednesday' }), 'Enter')
  await expect(page.getByRole('button', { name: 'Add hours on Wednesday' })).toBeFocused()
  await press(page.getByRole('button', { name: t('time:plan.save') }), 'Enter')
  await expectToast(page)
  await expect(page.getByText(t('time:plan.empty'))).toBeHidden()

  await typeDate(page.getByLabel(t('time:exceptions.from_date')), inDays(40))
  await typeDate(page.getByLabel(t('time:exceptions.to_date')), inDays(42))
  await press(page.getByLabel(t('time:exceptions.note')), 'B', 'e', 'a', 'c', 'h', 'Enter')
  await expect(page.getByText('Beach')).toBeVisible()

  await typeDate(page.getByLabel(t('time:pause.until')), inDays(30))
  await press(page.getByRole('button', { name: t('time:pause.save') }), 'Enter')
  await expect(page.getByText(/^New clients can book visits from/)).toBeVisible()
  await expectAccessible(page)

  const interval = (weekday: number) => ({ weekday, from: '08:00', to: '16:30' })
  expect(await saved(page, id)).toMatchObject({
    version: 3,
    plan: [1, 2, 4, 5].map(interval),
    exceptions: [{ kind: 'off', from_date: inDays(40), to_date: inDays(42), note: 'Beach' }],
    paused_until: inDays(30),
  })

  await press(page.getByRole('button', { name: /^Remove .*All day/ }), 'Enter')
  await expect(page.getByText(t('time:exceptions.none'))).toBeVisible()
  await press(page.getByRole('button', { name: t('time:pause.end') }), 'Enter')
  await expect(page.getByText(/^New clients can book visits from/)).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

// rule: setup-checklist, working-hours
test('a new professional reads what is left to do, and two presses make her bookable', async ({
  page,
}) => {
  const { id } = await subscribedProfessional(page)
  await page.goto('/dashboard')
  const steps = page.getByRole('region', { name: t('today:setup.title') })
  await expect(steps).toContainText('3 of 6 done')
  await expect(steps.getByRole('listitem')).toHaveCount(6)
  await expectAccessible(page)
  await steps.getByRole('link', { name: t('today:setup.hours') }).click()
  await page.getByRole('button', { name: t('time:plan.weekdays') }).click()
  await expectToast(page)
  const weekdays = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '08:00', to: '17:00' }))
  expect(await saved(page, id)).toMatchObject({ plan: weekdays })
  await page.goto('/dashboard')
  await expect(steps).toContainText('4 of 6 done')
  await steps.getByRole('link', { name: t('today:setup.share') }).click()
  await page.getByRole('dialog', { name: t('dashboard:share.title') }).press('Escape')
  await expect(steps).toContainText('5 of 6 done')
})

test.describe('with refusals', () => {
  test.use({ expected: [/status of 4(09|22)/] })

  // rule: edit-conflict
  test('a device that another one has overtaken sees what is saved, part by part, and keeps what was chosen', async ({
    page,
  }) => {
    const { id } = await savedProfessional(page)
    await openHours(page)
    const change = { plan: [{ weekday: 7, from: '09:00', to: '17:00' }], rules: { min_hours: 4 } }
    const other = await page.request.put(`/api/professional/time/${id}`, { data: change })
    expect(other.status()).toBe(200)

    await page.getByRole('button', { name: 'Add hours on Friday' }).click()
    await page.getByRole('button', { name: t('time:plan.save') }).click()
    const conflicts = page.getByRole('alert').filter({ hasText: t('errors:time_changed') })
    await expect(conflicts).toContainText('Sunday: 9:00 AM to 5:00 PM')
    await expect(page.getByLabel('Friday, from')).toHaveValue('09:00')
    await expectAccessible(page)
    await conflicts.getByRole('button', { name: t('time:conflict.take') }).click()
    await expect(page.getByLabel('Friday, from')).toBeHidden()
    await expect(page.getByLabel('Sunday, from')).toHaveValue('09:00')

    await page.getByLabel(t('time:pause.until')).fill(inDays(30))
    await page.getByRole('button', { name: t('time:pause.save') }).click()
    await expectToast(page)
    await page.getByLabel(t('time:rules.horizon_days')).fill('90')
    await page.getByRole('button', { name: t('time:rules.save') }).click()
    await expect(conflicts).toContainText(`${t('time:rules.min_hours')}: 4`)
    const notOverwritten = { version: 2, paused_until: inDays(30), rules: { min_hours: 4 } }
    expect(await saved(page, id)).toMatchObject({ ...notOverwritten, plan: change.plan })

    await page.getByRole('button', { name: t('time:rules.save') }).click()
    const rules = async () => (await saved(page, id)).rules
    await expect.poll(rules).toMatchObject({ min_hours: 1, horizon_days: 90 })
  })

  // rule: visit-rules, working-hours
  test('a refused save says why, and what was chosen stays', async ({ page }) => {
    const { id } = await savedProfessional(page)
    await openHours(page)
    const notice = page.getByLabel(t('time:rules.notice_hours'))
    await notice.fill('337')
    await page.getByRole('button', { name: t('time:rules.save') }).click()
    await expect(page.getByRole('alert')).toContainText(t('errors:rules_invalid'))
    await expect(notice).toHaveValue('337')
    await page.getByRole('button', { name: 'Add hours on Monday' }).click()
    await page.getByLabel('Monday, to').selectOption('08:00')
    await page.getByRole('button', { name: t('time:plan.save') }).click()
    await expect(page.getByText(t('errors:plan_invalid'))).toBeVisible()
    await page.getByRole('button', { name: t('time:exceptions.add'), exact: true }).click()
    await expect(page.getByText(t('errors:exception_invalid'))).toBeVisible()
    expect(await saved(page, id)).toMatchObject({ version: 0, plan: null })
  })

  // rule: working-hours
  test('the base ZIP of the profile sets the time zone of the hours', async ({ page }) => {
    await savedProfessional(page)
    await page.goto('/dashboard/profile')
    const field = page.getByLabel(t('profile:areas.base_zip'))
    await field.fill('00000')
    await page.getByRole('button', { name: t('profile:edit.submit') }).click()
    await expect(field).toBeFocused()
    await expect(page.getByText(t('errors:zip_unknown'))).toBeVisible()
    await field.fill('79936')
    await page.getByRole('button', { name: t('profile:edit.submit') }).click()
    await expect(page.getByText(t('profile:saved.updated'))).toBeVisible()
    await page.goto('/dashboard/time')
    await expect(page.getByText('Mountain Time')).toBeVisible()
  })

  test('without a profile the screen leads to it', async ({ page }) => {
    await newProfessional(page)
    await page.goto('/dashboard/time')
    await page.getByRole('link', { name: t('time:to_profile') }).click()
    await expect(page).toHaveURL('/dashboard/profile')
  })
})

test.describe('without a connection', () => {
  test.use({ expected: [/ERR_|status of 503/] })

  test('a failed load says so, and a button reads again', async ({ page }) => {
    await savedProfessional(page)
    let isBroken = true
    await page.route('**/api/professional/time/*', (route) =>
      isBroken ? route.abort() : route.continue(),
    )
    await page.goto('/dashboard/time')
    await expect(page.getByText(t('time:load_failed'))).toBeVisible({ timeout: 30_000 })
    isBroken = false
    await page.getByRole('button', { name: t('loading:try_again') }).click()
    await expect(page.getByRole('button', { name: t('time:plan.save') })).toBeVisible()
  })
})
