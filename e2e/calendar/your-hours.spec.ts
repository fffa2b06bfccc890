// rule: working-hours
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible, test } from '../support/journey.ts'
import { openGroup } from '../support/open-group.ts'
import { inDays } from '../support/new-client.ts'
import { subscribedProfessional } from '../support/paying.ts'
import { formFields, newProfessional, savedProfessional } from '../support/profile-form.ts'
import { translationsIn } from '../support/translations.ts'

const t = translationsIn('en')

test.use({ viewport: { width: 390, height: 844 } })

async function openHours(page: Page) {
  await page.goto('/dashboard/time')
  await expect(page.getByRole('button', { name: t('time:save') })).toBeVisible()
}
/** The row of the screen that opens a group. */
const group = (page: Page, title: string) =>
  page.getByRole('region', { name: title }).locator('summary')
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
const expectToast = (page: Page) =>
  expect(page.getByText(t('time:saved'), { exact: true }).last()).toBeVisible()

// rule: working-hours, paused-clients
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

  await press(page.getByRole('checkbox', { name: 'Monday' }), 'Space')
  await press(page.getByLabel('Monday, from'), 'ArrowUp', 'ArrowUp')
  await press(page.getByLabel('Monday, to'), 'ArrowUp')
  await press(page.getByRole('button', { name: t('time:plan.copy') }), 'Enter')
  await press(page.getByRole('checkbox', { name: 'Wednesday' }), 'Space')
  await press(page.getByRole('button', { name: 'Add a break on Thursday' }), 'Enter')
  await press(page.getByRole('button', { name: 'Remove 12:30 PM to 4:30 PM on Thursday' }), 'Enter')
  await expect(page.getByRole('checkbox', { name: 'Thursday' })).toBeFocused()
  await press(page.getByRole('button', { name: 'Add a break on Friday' }), 'Enter')
  await press(page.getByRole('button', { name: t('time:save') }), 'Enter')
  await expectToast(page)
  await test.step('the starts of a day stand below one another, and a day with two takes 110 px', async () => {
    const friday = page.getByRole('group', { name: 'Friday', exact: true })
    const starts = await friday
      .getByLabel('Friday, from')
      .evaluateAll((selects) => selects.map((select) => select.getBoundingClientRect().left))
    expect(starts).toEqual([starts[0], starts[0]])
    expect((await friday.boundingBox())!.height).toBeLessThanOrEqual(110)
  })
  await expect(page.getByText(t('time:plan.empty'))).toBeHidden()

  await press(group(page, t('time:exceptions.title')), 'Enter')
  await typeDate(page.getByLabel(t('time:exceptions.from_date')), inDays(40))
  await typeDate(page.getByLabel(t('time:exceptions.to_date')), inDays(42))
  await press(page.getByLabel(t('time:exceptions.note')), 'B', 'e', 'a', 'c', 'h', 'Enter')
  await expect(page.getByText('Beach')).toBeVisible()

  await press(group(page, t('time:pause.title')), 'Enter')
  await typeDate(page.getByLabel(t('time:pause.until')), inDays(30))
  await press(page.getByRole('button', { name: t('time:save') }), 'Enter')
  await expect(page.getByText(t('time:unsaved'))).toBeHidden()
  await expectAccessible(page)

  const interval = (weekday: number, from = '08:00', to = '16:30') => ({ weekday, from, to })
  expect(await saved(page, id)).toMatchObject({
    version: 3,
    plan: [
      interval(1),
      interval(2),
      interval(4, '08:00', '11:30'),
      interval(5, '08:00', '11:30'),
      interval(5, '12:30', '16:30'),
    ],
    exceptions: [{ kind: 'off', from_date: inDays(40), to_date: inDays(42), note: 'Beach' }],
    paused_until: inDays(30),
  })

  await press(page.getByRole('button', { name: /^Remove .*All day/ }), 'Enter')
  await expect(page.getByText(t('time:exceptions.none'))).toBeVisible()
  await press(page.getByRole('button', { name: t('time:pause.end') }), 'Enter')
  await expect(page.getByText(t('time:unsaved'))).toBeVisible()
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
  test('a device that another one has overtaken sees what is saved of what it changed, and keeps what was chosen', async ({
    page,
  }) => {
    const { id } = await savedProfessional(page)
    await openHours(page)
    const change = { plan: [{ weekday: 7, from: '09:00', to: '17:00' }], rules: { min_hours: 4 } }
    const other = await page.request.put(`/api/professional/time/${id}`, { data: change })
    expect(other.status()).toBe(200)

    const save = page.getByRole('button', { name: t('time:save'), exact: true })
    await page.getByRole('checkbox', { name: 'Friday' }).check()
    await save.click()
    const conflicts = page.getByRole('alert').filter({ hasText: t('errors:time_changed') })
    await expect(conflicts).toContainText('Sunday: 9:00 AM to 5:00 PM')
    await expect(page.getByLabel('Friday, from')).toHaveValue('09:00')
    await expectAccessible(page)
    await conflicts.getByRole('button', { name: t('time:conflict.take') }).click()
    await expect(page.getByLabel('Friday, from')).toBeHidden()
    await expect(page.getByLabel('Sunday, from')).toHaveValue('09:00')

    await openGroup(page, t('time:pause.title'))
    await page.getByLabel(t('time:pause.until')).fill(inDays(30))
    await save.click()
    await expectToast(page)
    const third = { rules: { min_hours: 3 } }
    await page.request.put(`/api/professional/time/${id}`, { data: third })
    await openGroup(page, t('time:rules.title'))
    await page.getByLabel(t('time:rules.horizon_days')).fill('90')
    await save.click()
    await expect(conflicts).toContainText(`${t('time:rules.min_hours')}: 3`)
    const notOverwritten = { version: 3, paused_until: inDays(30), rules: { min_hours: 3 } }
    expect(await saved(page, id)).toMatchObject({ ...notOverwritten, plan: change.plan })

    await save.click()
    const rules = async () => (await saved(page, id)).rules
    await expect.poll(rules).toMatchObject({ min_hours: 4, horizon_days: 90 })
  })

  // rule: visit-rules, working-hours
  test('a refused save says why, and what was chosen stays', async ({ page }) => {
    const { id } = await savedProfessional(page)
    await openHours(page)
    await openGroup(page, t('time:rules.title'))
    const notice = page.getByLabel(t('time:rules.notice_hours'))
    await notice.fill('337')
    await page.getByRole('checkbox', { name: 'Monday' }).check()
    await page.getByRole('button', { name: t('time:save') }).click()
    await expect(page.getByRole('alert')).toContainText(t('errors:rules_invalid'))
    await expect(notice).toHaveValue('337')
    await openGroup(page, t('time:exceptions.title'))
    await page.getByRole('button', { name: t('time:exceptions.add'), exact: true }).click()
    await expect(page.getByText(t('errors:exception_invalid'))).toBeVisible()
    expect(await saved(page, id)).toMatchObject({ version: 0, plan: null })
  })

  test('hours that were changed and not saved are still there after the screen was left', async ({
    page,
  }) => {
    const { id } = await savedProfessional(page)
    await openHours(page)
    await page.getByRole('checkbox', { name: 'Monday' }).check()
    await page.getByLabel('Monday, from').selectOption('18:00')
    await expect(page.getByLabel('Monday, to')).toHaveValue('22:00')
    await openGroup(page, t('time:rules.title'))
    await page.getByLabel(t('time:rules.horizon_days')).fill('90')
    await page.getByRole('link', { name: t('time:back') }).click()
    await expect(page).toHaveURL('/dashboard')
    await page.goBack()
    await expect(page.getByText(t('time:unsaved'))).toBeVisible()
    await expect(page.getByLabel(t('time:rules.horizon_days'))).toHaveValue('90')
    expect(await saved(page, id)).toMatchObject({ version: 0, plan: null })
    await page.getByRole('button', { name: t('time:save') }).click()
    await expectToast(page)
    const plan = [{ weekday: 1, from: '18:00', to: '22:00' }]
    expect(await saved(page, id)).toMatchObject({ version: 1, plan, rules: { horizon_days: 90 } })
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(3000)
  })

  test('the base ZIP of the profile sets the time zone of the hours', async ({ page }) => {
    await savedProfessional(page)
    await page.goto('/dashboard/profile')
    await formFields(page, t).part('where').click()
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
    await expect(page.getByRole('button', { name: t('time:save') })).toBeVisible()
  })
})
