// rule: work-agreement, visit-changes
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { ROOM_NAME_LENGTH_MAX, ROOMS_MAX } from '#contract/market/home-rules.ts'
import { EXTRA_CODES, EXTRA_NAME_LENGTH_MAX, OWN_EXTRAS_MAX } from '#contract/market/offer-rules.ts'
import { LANGUAGE_CACHE_KEY } from '#contract/browser-names.ts'
import { expectAccessible, test } from '../support/journey.ts'
import { inDays, newClient, requestBooking } from '../support/new-client.ts'
import { subscribedProfessional } from '../support/paying.ts'
import { expectOneSheet } from '../support/sheets.ts'
import { translationsIn } from '../support/translations.ts'
import { AUSTIN_HOME } from '../support/visits.ts'

const PHONE = { width: 390, height: 844 }

/** The largest number of extras that an offer can have, with the longest names. */
const EXTRAS = [
  ...EXTRA_CODES.map((code) => ({ code })),
  ...Array.from({ length: OWN_EXTRAS_MAX }, (_, index) => ({
    name: longName(`Water the plants ${index + 1}`, EXTRA_NAME_LENGTH_MAX),
  })),
].map((extra) => ({ ...extra, minutes: 5, price: 5 }))

/** The largest number of rooms that a home can have, with the longest names. The agreement names the important ones. */
const ROOMS = Array.from({ length: ROOMS_MAX }, (_, index) => ({
  kind: 'bedroom',
  important: true,
  name: longName(`Room of the guests ${index + 1}`, ROOM_NAME_LENGTH_MAX),
}))

function longName(start: string, length: number): string {
  return `${start} in the old part of the house, on the upper floor`
    .padEnd(length, '.')
    .slice(0, length)
}

test.describe(() => {
  test.use({ viewport: PHONE, locale: 'pt-BR' })

  test('both agree, the professional asks for an hour more, and the client accepts it: version 2', async ({
    page,
    context,
    browser,
    baseURL,
    watch,
  }) => {
    const [pt, en] = [translationsIn('pt'), translationsIn('en')]
    const other = await browser.newContext({ viewport: PHONE, locale: 'en-US' })
    await watch(other)
    const professionalPage = await other.newPage()
    const { id: professionalId } = await subscribedProfessional(professionalPage)
    const view = await professionalPage.request.get(
      `/api/professional/public-view/${professionalId}`,
    )
    const { slug } = ((await view.json()) as { professional: { slug: string } }).professional
    await context.addCookies([{ name: LANGUAGE_CACHE_KEY, value: 'pt', url: baseURL ?? '' }])
    const client = await newClient(page)
    const address = `/api/professional/offer/${professionalId}`
    const offered = await professionalPage.request.put(address, {
      data: { offer: { services: [], extras: EXTRAS }, version: 0 },
    })
    expect(offered.status()).toBe(200)
    const { offer } = (await offered.json()) as {
      offer: { extras: { code?: string; id?: string }[] }
    }
    const saved = await page.request.post('/api/homes', { data: { ...AUSTIN_HOME, rooms: ROOMS } })
    const { home } = (await saved.json()) as { home: { id: string } }
    const booking = await requestBooking(page, client, slug, {
      booking_date: inDays(10),
      home_id: home.id,
      extras: offer.extras.map(({ code, id }) => code ?? id),
    })
    const accepted = { data: { status: 'accepted' } }
    await professionalPage.request.put(`/api/bookings/${booking}/status`, accepted)

    const agree = async (one: Page, t: typeof pt) => {
      await one.goto(`/visits/${booking}`)
      await one.getByRole('link', { name: t('agreements:part.read_and_agree') }).click()
      await expect(
        one.getByRole('heading', { name: t('agreements:title'), level: 1 }),
      ).toBeVisible()
      await expectAccessible(one)
      await one.getByRole('button', { name: t('agreements:agree') }).click()
      await expect(one.getByRole('button', { name: t('agreements:agree') })).toHaveCount(0)
    }

    await test.step('both read the agreement and agree', async () => {
      await agree(page, pt)
      await agree(professionalPage, en)
      await professionalPage.getByText(en('agreements:full_text')).click()
      await expect(professionalPage.getByText(/Room of the guests 30/).first()).toBeVisible()
      await professionalPage.getByText(en('agreements:full_text')).click()
      await expectOneSheet(professionalPage)
      await expect(
        professionalPage.getByText(en('agreements:not_agreed')),
        'both have agreed',
      ).toHaveCount(0)
    })

    await test.step('the professional asks for an hour more', async () => {
      await professionalPage.goto(`/visits/${booking}`)
      await professionalPage.getByRole('button', { name: en('agreements:change.open') }).click()
      const dialog = professionalPage.locator('dialog[open]')
      await dialog.getByLabel(en('agreements:change.longest')).selectOption('4')
      await expectAccessible(professionalPage)
      await dialog.getByRole('button', { name: en('agreements:change.send') }).click()
      await expect(
        professionalPage.getByRole('button', { name: en('agreements:change.withdraw') }),
      ).toBeVisible()
    })

    await test.step('the client accepts, and reads what is new in version 2', async () => {
      await page.goto(`/visits/${booking}`)
      await page.getByRole('button', { name: pt('agreements:change.accept') }).click()
      await page.getByRole('link', { name: pt('agreements:part.read_and_agree') }).click()
      await expect(page.getByText(pt('agreements:new'), { exact: true }).first()).toBeVisible()
      await expect(page.locator('section[lang=en] [lang=pt]').first()).toHaveText(
        pt('agreements:new'),
      )
      await expect(page.getByText(pt('agreements:because.change')).first()).toBeVisible()
      await expectAccessible(page)
    })
  })
})
