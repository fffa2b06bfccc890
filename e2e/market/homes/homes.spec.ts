// rule: homes, home-of-booking
import { expect } from '@playwright/test'
import { LANGUAGE_CACHE_KEY } from '#contract/browser-names.ts'
import { submitOf } from '../../support/booking-dialog.ts'
import { hold } from '../../support/server/hold.ts'
import { expectAccessible, openScreen, test } from '../../support/journey.ts'
import { inDays, newClient } from '../../support/new-client.ts'
import { openGroup } from '../../support/open-group.ts'
import { subscribedProfessional } from '../../support/paying.ts'
import { photo } from '../../support/profile-form.ts'
import { translationsIn } from '../../support/translations.ts'
import { AUSTIN_HOME } from '../../support/visits.ts'

const PHONE = { width: 390, height: 844 }

test.describe(() => {
  // A home that another device has changed is refused, and a deleted one is not there.
  test.use({ locale: 'es-US', viewport: PHONE, expected: [/404|409/] })

  test('a client books, saves the home, books by it, edits and deletes it, in Spanish', async ({
    page,
    context,
    browser,
    baseURL,
    watch,
  }) => {
    test.setTimeout(120_000)
    const t = translationsIn('es')
    const other = await browser.newContext()
    await watch(other)
    const professionalPage = await other.newPage()
    const { id } = await subscribedProfessional(professionalPage)
    const view = await professionalPage.request.get(`/api/professional/public-view/${id}`)
    const { slug } = ((await view.json()) as { professional: { slug: string } }).professional
    await context.addCookies([{ name: LANGUAGE_CACHE_KEY, value: 'es', url: baseURL ?? '' }])
    await newClient(page)
    const dialog = page.locator('dialog[open]')
    const when = async (days: number) => {
      await submitOf(dialog).click()
      await dialog.locator('[name=booking_date]').fill(inDays(days))
      await dialog.locator('[name=booking_time]').fill('09:00')
      await submitOf(dialog).click()
    }

    await test.step('without a home the screen shows the way on', async () => {
      await page.goto('/bookings')
      await page.getByRole('link', { name: t('homes:title') }).click()
      await expect(page.getByRole('heading', { name: t('homes:none') })).toBeVisible()
    })

    await test.step('a booking without a home offers to save it, with its address', async () => {
      await openScreen(page, `/professional/${slug}?book=1&zip_code=78701`)
      await when(10)
      await dialog.locator('[name=address]').fill('100 Congress Ave')
      await expect(dialog.locator('[name=city]')).toHaveValue('Austin')
      await submitOf(dialog).click()
      await dialog.getByRole('link', { name: t('homes:save_for_next_time') }).click()
      await expect(page.locator('[name=address]')).toHaveValue('100 Congress Ave')
      await page.locator('[name=label]').fill('Lake house')
      await page.locator('[name=bedrooms]').selectOption('1')
      await page.getByRole('button', { name: t('homes:rooms.add') }).click()
      const important = page.getByLabel(t('homes:rooms.important'))
      await important.check()
      await page.getByLabel(t('homes:rooms.do_not_enter')).check()
      await expect(important).not.toBeChecked()
      // rule: code-hint
      const note = page.getByLabel(t('homes:rooms.note'))
      await note.fill('Gate code 4471#')
      await expect(page.getByText(t('access:no_codes'))).toBeVisible()
      await note.fill('Glass table')
      await expect(page.getByText(t('access:no_codes'))).toHaveCount(0)
      const small = await photo('room.jpg', undefined, { width: 240, height: 180 })
      await page.getByLabel(t('access:photos.add')).setInputFiles(small)
      await page.getByLabel(t('access:fields.door_code')).fill('7391')
      await expectAccessible(page)
      await page.getByRole('button', { name: t('homes:save') }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Lake house' })).toBeVisible()
      await openGroup(page, t('access:title'))
      await expect(page.getByText(t('access:hidden'))).toHaveCount(1)
      await openGroup(page, t('access:photos.title'))
      const added = t('access:photos.photo', { number: '1' })
      await expect(page.getByRole('img', { name: added })).toBeVisible()
      const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
      expect(kept).not.toContain('7391')
    })

    await test.step('the next visit is booked by the home, which is chosen already', async () => {
      await openScreen(page, `/professional/${slug}?book=1`)
      await expect(dialog.getByRole('radio', { name: 'Lake house' })).toBeChecked()
      await when(12)
      await expect(dialog.locator('[name=address]')).toBeHidden()
      await submitOf(dialog).click()
      await expect(
        dialog.getByRole('link', { name: t('bookings:booked.my_booking') }),
      ).toBeVisible()
      await expect(dialog.getByRole('link', { name: t('homes:save_for_next_time') })).toHaveCount(0)
    })

    await test.step('an edited home is not overwritten unseen, and leaves its bookings as they were', async () => {
      await page.goto('/homes')
      await expect(page.getByText(t('homes:coming', { count: 2 }))).toBeVisible()
      await page.getByRole('link', { name: 'Lake house' }).click()
      await page.locator('[name=address]').fill('9 Other St')
      const path = `/api${new URL(page.url()).pathname}`
      const { home } = (await (await page.request.get(path)).json()) as { home: object }
      const elsewhere = await page.request.put(path, { data: { ...home, label: 'My place' } })
      expect(elsewhere.status()).toBe(200)
      await page.getByRole('button', { name: t('homes:save') }).click()
      const conflict = page.getByRole('alert')
      await expect(conflict.getByText('My place')).toBeVisible()
      // Once from the refusal, and once from what was typed when the page is opened again.
      // A new tab has no session storage.
      await page.evaluate(() => sessionStorage.clear())
      await page.reload()
      await expect(conflict.getByText('My place')).toBeVisible()
      const fields = [t('homes:conflict.name'), t('homes:address.street')].join(', ')
      await expect(conflict.getByText(t('homes:conflict.differs', { fields }))).toBeVisible()
      await page.getByRole('button', { name: t('homes:conflict.keep') }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Lake house' })).toBeVisible()
      await expect(page.getByText('My place')).toHaveCount(0)
      await page.goto('/bookings')
      await expect(page.getByText('9 Other St')).toHaveCount(0)
    })

    await test.step('deleting the home asks first', async () => {
      await openScreen(page, '/homes')
      await page.getByRole('link', { name: 'Lake house' }).click()
      await page.locator('[name=address]').fill('12 Unsaved Ave')
      await page.getByRole('button', { name: t('homes:delete.open') }).click()
      await expect(dialog.getByText(t('homes:delete.text'))).toBeVisible()
      await dialog.getByRole('button', { name: t('homes:delete.confirm') }).click()
      await expect(page.getByRole('heading', { name: t('homes:none') })).toBeVisible()
      const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }))
      expect(stored).not.toContain('12 Unsaved Ave')
    })
    await other.close()
  })
})

// rule: accessibility
test('the button of a slow save keeps the focus and refuses presses, and the home is saved once', async ({
  page,
}) => {
  await newClient(page)
  const created = await page.request.post('/api/homes', { data: AUSTIN_HOME })
  const { home } = (await created.json()) as { home: { id: string; version: number } }
  await page.goto(`/homes/${home.id}`)
  const save = page.getByRole('button', { name: 'Save home' })
  await page.locator('[name=label]').fill('Lake house')
  const saving = await hold(page, `**/api/homes/${home.id}`)
  await save.focus()
  await page.keyboard.press('Enter')
  await expect(save).toHaveAttribute('aria-busy', 'true')
  await expect(save).toBeDisabled()
  await expect(save).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
  await save.click({ force: true })
  await page.locator('[name=label]').press('Enter')
  await save.focus()
  saving.release()
  await expect(page.getByRole('heading', { level: 1, name: 'Lake house' })).toBeVisible()
  await expect(save).toBeEnabled()
  await expect(save).toBeFocused()
  const read = await page.request.get(`/api/homes/${home.id}`)
  const { home: saved } = (await read.json()) as { home: { version: number } }
  expect(saved.version).toBe(home.version + 1)
})
