// rule: agenda
import { expect } from '@playwright/test'
import { LANGUAGES } from '#contract/product.ts'
import { newPair } from '../../support/conversation.ts'
import { expectAccessible, readIn, test } from '../../support/journey.ts'
import { startTestProxy } from '../../support/server/test-proxy.ts'
import { translationsIn } from '../../support/translations.ts'

// The browser itself reports each failed request.
test.use({
  worker: true,
  expected: [/Failed to load resource|WebSocket connection|could not be (counted|loaded)/],
})

const DAY_MS = 86_400_000
const CENTRAL = { en: 'Central Time', pt: 'Horário Central', es: 'hora central' }
const tomorrow = new Date(Date.now() + DAY_MS).toLocaleDateString('sv', {
  timeZone: 'America/Chicago',
})

// rule: agenda, offline, user-storage
test('in each language a professional reads tomorrow with its drives, also offline, and logout erases it', async ({
  page: clientPage,
  browser,
  watch,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const { client, professional, professionalPage: page } = await newPair(clientPage, browser, watch)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [booking_time, zip_code] of [
    ['10:00', '78701'],
    ['12:00', '78745'],
  ]) {
    const answer = await clientPage.request.post('/api/bookings', {
      data: {
        client_id: client.id,
        professional_id: professional.id,
        booking_date: tomorrow,
        booking_time,
        service_type: 'standard',
        cleaning_frequency: 'one_time',
        address: '100 Congress Ave',
        city: 'Austin',
        state: 'TX',
        zip_code,
      },
    })
    const { id } = (await answer.json()) as { id: string }
    await page.request.put(`/api/bookings/${id}/status`, { data: { status: 'accepted' } })
  }
  const proxy = await startTestProxy(baseURL ?? '')
  const visits = page.getByRole('main').getByRole('article')
  const storedTexts = () => page.evaluate(() => Object.values(localStorage).join())
  const english = translationsIn('en')
  const saved = page.getByText(english('loading:saved', { time: '' }).trim())
  const setOffline = async (isOffline: boolean) => {
    proxy.dropConnections(isOffline)
    await page.context().setOffline(isOffline)
  }

  // The first screen on this origin: nothing else has read the agenda, or loaded the code of its screen.
  await page.goto(`${proxy.origin}/dashboard?lang=en`)
  await expect(page.locator('html')).toHaveAttribute('data-offline-ready', '')
  await expect.poll(storedTexts).toContain('"agenda"')
  await setOffline(true)
  await page.goto(`${proxy.origin}/dashboard/week`)
  await expect(visits).toHaveCount(2)
  await expect(saved).toBeVisible()
  await expectAccessible(page)
  await setOffline(false)

  await page.goto(`${proxy.origin}/dashboard/week?view=today`)
  for (const language of LANGUAGES.toReversed()) {
    const t = translationsIn(language)
    await readIn(page, language)
    await expect(visits).toHaveCount(2)
    const zone = t('dashboard:agenda.zone', { zone: CENTRAL[language] })
    await expect(page.getByText(zone)).toBeVisible()
    await expect(
      visits.last().getByText(t('dashboard:agenda.tight', { drive: 25, free: 0 })),
    ).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: t('dashboard:agenda.month'), exact: true }).click()
    await expect(page.getByRole('table')).toBeVisible()
    // A screen reader meets the list before the month.
    const isListFirst = await page.evaluate(() => {
      const [list, table] = [
        document.querySelector('main section'),
        document.querySelector('main table'),
      ]
      return list!.compareDocumentPosition(table!) === Node.DOCUMENT_POSITION_FOLLOWING
    })
    expect(isListFirst).toBe(true)
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await page.goBack()
  }

  const t = translationsIn('en')
  await page.goto(`${proxy.origin}/dashboard/week?lang=en&view=week&from=${tomorrow}`)
  const week = page.getByRole('link', { name: t('dashboard:agenda.week'), exact: true })
  await expect(week).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('main').locator('section')).toHaveCount(7)
  await expect(visits).toHaveCount(2)
  // rule: series
  await page.goto(`${proxy.origin}/regular-visits`)
  const noneYet = page.getByText(t('series:none'))
  await expect(noneYet).toBeVisible()
  // rule: booking-lists
  await page.goto(`${proxy.origin}/dashboard?open=bookings`)
  const all = page.getByRole('dialog').getByRole('article')
  await expect(all).toHaveCount(2)
  await expect(saved).toHaveCount(0)
  await setOffline(true)
  await page.reload()
  await expect(all).toHaveCount(2)
  await expect(saved).toBeVisible()
  await page.goto(`${proxy.origin}/regular-visits`)
  await expect(noneYet).toBeVisible()
  await expect(saved).toBeVisible()
  await page
    .getByRole('navigation', { name: t('app:nav.label') })
    .getByRole('link', { name: t('app:nav.you') })
    .click()
  await page
    .getByRole('main')
    .getByRole('button', { name: t('app:logout') })
    .click()
  await expect.poll(storedTexts).not.toContain('"agenda"')
  await proxy.stop()
})
