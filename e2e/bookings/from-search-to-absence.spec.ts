// rule: instant-booking, series
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { formatShortDate } from '#contract/date-formats.ts'
import { LANGUAGE_CACHE_KEY } from '#contract/browser-names.ts'
import type { Series } from '#contract/bookings/series.ts'
import { submitOf } from '../support/booking-dialog.ts'
import { acceptProposal } from '../support/visits.ts'
import { answerWith } from '../support/server/answer-with.ts'
import { expectAccessible, openScreen, test } from '../support/journey.ts'
import { linkInLetter } from '../support/letters.ts'
import { newClient } from '../support/new-client.ts'
import { subscribedProfessional } from '../support/paying.ts'
import { expectStoredIn } from '../support/server/stored-booking.ts'
import { translationsIn } from '../support/translations.ts'
import { openGroup } from '../support/open-group.ts'

const PHONE = { width: 390, height: 844 }
/** It has no other professional of the demo world, so that the first page of a search has the card. */
const ZIP = '59014'

/** The Tuesday of next week, or `days` later. */
function later(days: number): string {
  const date = new Date()
  date.setUTCDate(date.getUTCDate() + 14 - ((date.getUTCDay() + 5) % 7) + days)
  return date.toISOString().slice(0, 10)
}

/** Works every day from 9:00 to 12:00, apart from one. */
async function professionalOff(page: Page, zip: string, date: string) {
  const { id } = await subscribedProfessional(page, { outcome: 'paid' }, zip)
  const plan = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '09:00', to: '12:00' }))
  const path = `/api/professional/time/${id}`
  expect((await page.request.put(path, { data: { plan } })).status()).toBe(200)
  await takeOff(page, id, { from_date: date, to_date: date })
  return id
}

async function takeOff(page: Page, id: string, hours: object) {
  const data = { kind: 'off', ...hours }
  const saved = await page.request.post(`/api/professional/time/${id}/exceptions`, { data })
  expect(saved.status()).toBe(200)
}

// A time that is taken and a refused change are part of the journey.
test.use({ locale: 'es-US', expected: [/409|422/] })

test('a client finds somebody free on Tuesday morning, books at once, makes it weekly, skips a visit, moves one; the professional falls ill; one reads Spanish, the other Portuguese', async ({
  page,
  context,
  browser,
  watch,
  baseURL,
}) => {
  test.setTimeout(240_000)
  const [t, theirs] = [translationsIn('es'), translationsIn('pt')]
  const tuesday = later(0)
  const other = await browser.newContext({ locale: 'pt-BR', viewport: PHONE })
  await watch(other)
  const choice = { name: LANGUAGE_CACHE_KEY, url: baseURL ?? '' }
  await context.addCookies([{ ...choice, value: 'es' }])
  await other.addCookies([{ ...choice, value: 'pt' }])
  const professionalPage = await other.newPage()
  const professionalId = await professionalOff(professionalPage, ZIP, later(21))
  const client = await newClient(page)
  await page.setViewportSize(PHONE)

  await test.step('the professional offers instant booking', async () => {
    await professionalPage.goto('/dashboard/time')
    await openGroup(professionalPage, theirs('time:instant.title'))
    await professionalPage.getByLabel(theirs('time:instant.label')).selectOption('verified')
    await professionalPage.getByRole('button', { name: theirs('time:save') }).click()
    await expect(professionalPage.getByText(theirs('time:saved'), { exact: true })).toBeVisible()
    await expectAccessible(professionalPage)
  })

  // rule: email-verification
  await test.step('the client confirms their address', async () => {
    const link = () => linkInLetter(client.email, 'verify-email')
    await expect.poll(link).toBeTruthy()
    const atRegistration = await link()
    await page.goto('/settings')
    await page.getByRole('button', { name: t('identity:verify_email.send') }).click()
    const sent = t('identity:verify_email.sent', { email: client.email })
    await expect(page.getByText(sent)).toBeVisible()
    await expect.poll(link).not.toBe(atRegistration)
    await page.goto((await link())!)
    await page.getByRole('button', { name: t('identity:verify_email.submit') }).click()
    await expect(page.getByText(t('identity:verify_email.done'))).toBeVisible()
    await expectAccessible(page)
  })

  // rule: search-by-time
  await test.step('they search for Tuesday morning', async () => {
    await page.goto('/search?zip_code=78701')
    await page.getByRole('button', { name: t('results:refine_short') }).click()
    const dialog = page.getByRole('dialog', { name: t('results:refine') })
    const time = dialog.getByLabel(t('marketplace:time'), { exact: true })
    await expect(time).toBeDisabled()
    await dialog.getByLabel(t('results:when')).fill(tuesday)
    await time.selectOption(t('find:parts.morning'))
    await expectAccessible(page)
    const show = dialog.getByRole('button', { name: /^Mostrar \d+ profesional/ })
    const shown = Number.parseInt((await show.innerText()).replace(/\D/g, ''), 10)
    await show.click()
    await expect(page).toHaveURL(`/search?zip_code=78701&date=${tuesday}&part=morning`)
    await expect(page.getByText(t('results:found', { count: shown }))).toBeVisible()
    const chip = `${formatShortDate('es', tuesday)}, ${t('find:parts.morning').toLocaleLowerCase('es')}, ${t('find:visit_hours', { count: 2 })}`
    const filters = page.getByRole('list', { name: t('results:active_filters') })
    await expect(filters).toContainText(chip)
    const mayBeFree = page.getByRole('region', { name: /\d/ })
    await expect(mayBeFree.getByRole('article')).toHaveCount(3)
    await expectAccessible(page)
    await openScreen(page, `/search?zip_code=78701&date=${tuesday}&time=03:00`)
    await expect(page.getByText(t('no_results:nobody_free'))).toBeVisible()
    await page.getByRole('link', { name: t('no_results:other_time') }).click()
    await expect(page).toHaveURL(`/search?zip_code=78701&date=${tuesday}`)
    await page.getByRole('button', { name: t('results:remove', { filter: '' }).trim() }).click()
    await expect(page).toHaveURL('/search?zip_code=78701')
    // The screen of a link follows after its address.
    await expect(page.getByText(t('find:free_at', { time: '' }).trim())).toHaveCount(0)
  })

  // rule: booking-dialog
  await test.step('they take a free time; it is lost meanwhile, and the next one is theirs at once', async () => {
    await openScreen(page, `/search?zip_code=${ZIP}&date=${tuesday}&part=morning`)
    const card = page
      .getByRole('article')
      .filter({ hasText: t('professionals:instant') })
      .filter({ has: page.locator(`a[href^="/professionals/${professionalId}?"]`) })
    await expect(card.getByText(t('find:free_at', { time: '' }).trim())).toBeVisible()
    await card.getByRole('heading').getByRole('link').click()
    // The profile carries the free time of the card on.
    await page
      .getByRole('link', { name: t('public_profile:continue') })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: t('bookings:book.title') })
    await expect(dialog.getByRole('heading', { name: t('bookings:book.steps.3') })).toBeFocused()
    const address = dialog.getByLabel(t('homes:address.street'), { exact: true })
    await address.fill('1 Journey Lane')
    await expect(dialog.getByText(t('bookings:book.at_once'))).toBeVisible()
    await expectAccessible(page)
    const hour = { from_date: tuesday, to_date: tuesday, from: '09:00', to: '10:00' }
    await takeOff(professionalPage, professionalId, hour)
    await submitOf(dialog).click()
    await expect(dialog.getByText(t('bookings:book.taken'))).toBeVisible()
    await expectAccessible(page)
    const next = dialog.getByRole('list', { name: t('bookings:slots.next_free') })
    await next.getByRole('button').first().click()
    await expect(dialog.getByText(t('bookings:book.at_once'))).toBeVisible()
    await expect(address).toHaveValue('1 Journey Lane')
    await submitOf(dialog).click()
    const booked = page.getByRole('dialog', { name: t('bookings:booked.at_once'), exact: true })
    await expect(booked.getByRole('link', { name: t('bookings:calendar') })).toBeVisible()
    const { booking_date } = await expectStoredIn(booked, page, 'es')
    expect(booking_date).toBe(tuesday)
    await expectAccessible(page)
    await booked.getByRole('link', { name: t('bookings:booked.my_booking') }).click()
    await expect(page.getByText(t('bookings:phase.confirmed'), { exact: true })).toBeVisible()
    await page.getByRole('heading', { name: t('bookings:one.history') }).click()
    await expect(page.getByText(t('bookings:history.booked_at_once'))).toBeVisible()
  })
  const bookingAddress = new URL(page.url()).pathname

  // rule: series-request
  await test.step('they ask for every week; a visit that does not fit needs a choice', async () => {
    const view = await page.request.get(`/api/professional/public-view/${professionalId}`)
    const { professional } = (await view.json()) as { professional: { slug: string } }
    await openScreen(page, `/professional/${professional.slug}?book=1&zip_code=${ZIP}`)
    const dialog = page.getByRole('dialog', { name: t('bookings:book.title') })
    await dialog.locator('[name=cleaning_frequency]').selectOption('weekly')
    await expect(dialog.getByText(t('series:promise'), { exact: false })).toBeVisible()
    await submitOf(dialog).click()
    await dialog.getByRole('button', { name: t('bookings:slots.ask') }).click()
    await dialog.locator('[name=booking_date]').fill(later(7))
    await dialog.locator('[name=booking_time]').fill('09:00')
    const visits = dialog.getByRole('region', { name: t('series:visits.title') })
    await expect(visits.getByRole('listitem')).toHaveCount(3)
    await visits.getByRole('button', { name: t('series:visits.show_all', { count: 8 }) }).click()
    await expect(visits.getByRole('listitem')).toHaveCount(8)
    await expect(visits.getByText(t('series:preview.choose', { count: 1 }))).toBeVisible()
    await submitOf(dialog).click()
    const skip = visits.getByRole('radio', { name: t('series:preview.skip') })
    await expect(skip).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Space')
    await expect(visits.getByText(t('series:preview.choose', { count: 1 }))).toHaveCount(0)
    await submitOf(dialog).click()
    await dialog.locator('[name=address]').fill('1 Journey Lane')
  })

  await test.step('a date that is taken meanwhile asks for a choice again, and all typing stays', async () => {
    const dialog = page.getByRole('dialog', { name: t('bookings:book.title') })
    const visits = dialog.getByRole('region', { name: t('series:visits.title') })
    await takeOff(professionalPage, professionalId, {
      from_date: later(42),
      to_date: later(42),
    })
    await submitOf(dialog).click()
    await expect(dialog.getByText(t('errors:series_conflicts'))).toBeVisible()
    await dialog.getByRole('button', { name: t('bookings:book.back') }).click()
    await expect(visits.getByText(t('series:preview.choose', { count: 1 }))).toBeVisible()
    await expect(visits.getByRole('radio', { checked: true })).toHaveCount(1)
    await expectAccessible(page)
    await visits.getByRole('radio').last().check()
    await expect(visits.getByText(t('series:preview.choose', { count: 1 }))).toHaveCount(0)
    await submitOf(dialog).click()
    await expect(dialog.locator('[name=address]')).toHaveValue('1 Journey Lane')
    await submitOf(dialog).click()
    await expect(page.getByRole('dialog', { name: t('bookings:booked.title') })).toBeVisible()
  })

  // rule: series-request
  await test.step('the professional sees the dates, and accepts all', async () => {
    await professionalPage.goto('/dashboard')
    const request = professionalPage.getByRole('article').first()
    await request.locator('summary').first().press('Enter')
    await request.getByText(theirs('series:visits.title')).click()
    await expect(request.getByRole('listitem')).toHaveCount(8)
    await expect(request.getByText(theirs('series:asked.skipped'))).toHaveCount(1)
    await expectAccessible(professionalPage)
    await request
      .getByRole('button', { name: theirs('dashboard:answer.accept'), exact: true })
      .click()
    await expect(professionalPage.getByText(theirs('dashboard:requests.none'))).toBeVisible()
  })

  await test.step('the client finds them from their bookings', async () => {
    await openScreen(page, '/bookings')
    await page.getByRole('link', { name: t('series:title') }).click()
    await expect(page.getByRole('heading', { level: 1, name: t('series:title') })).toBeVisible()
    await expect(page.getByText(t('series:status.active'))).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('article').getByRole('link').click()
    await expect(page.getByText(t('series:status.active'))).toBeVisible()
  })

  const row = (index: number) =>
    page
      .getByRole('region', { name: t('series:visits.title') })
      .getByRole('listitem')
      .nth(index)
  await test.step('they skip a visit, and undo it', async () => {
    await expect(row(2).getByText(t('series:visits.status.skipped'))).toBeVisible()
    await row(1)
      .getByRole('button', { name: t('series:visits.skip') })
      .click()
    await expect(row(1).getByText(t('series:visits.status.skipped'))).toBeVisible()
    await expectAccessible(page)
    await row(1)
      .getByRole('button', { name: t('series:visits.undo') })
      .click()
    await expect(row(1).getByText(t('series:visits.status.accepted'))).toBeVisible()
  })

  // rule: cancellation, series
  await test.step('before a late skip, pause or end they read which visit is late', async () => {
    const notice = 1000
    await answerWith(page, '**/api/series/*', ({ series }: { series: Series }) => ({
      series: { ...series, visits: series.visits.map(withNotice(notice)) },
    }))
    await page.reload()
    const late = page.getByRole('dialog').getByText(t('bookings:cancel.late', { count: notice }))
    await row(0)
      .getByRole('button', { name: t('series:visits.skip') })
      .click()
    await expect(late).toHaveCount(1)
    await expectAccessible(page)
    await page.getByRole('button', { name: t('series:visits.keep'), exact: true }).click()
    await expect(row(0).getByText(t('series:visits.status.accepted'))).toBeVisible()
    await page.getByRole('button', { name: t('series:pause.open'), exact: true }).click()
    await expect(late).toHaveCount(0)
    await page.getByLabel(t('series:pause.to')).fill(later(14))
    await expect(late).toHaveCount(2)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: t('series:end.open'), exact: true }).click()
    await page.getByLabel(t('series:end.last')).fill(later(7))
    await expect(late.first()).toBeVisible()
    await page.keyboard.press('Escape')
    await page.unroute('**/api/series/*')
    await page.reload()
  })

  await test.step('they move a visit, and the professional agrees', async () => {
    await row(3)
      .getByRole('button', { name: t('series:visits.move') })
      .click()
    const dialog = page.getByRole('dialog', { name: t('bookings:proposal.open') })
    // Outside the hours, so that the professional answers; a free time would be theirs at once.
    await dialog.getByRole('button', { name: t('bookings:slots.ask') }).click()
    await dialog.getByLabel(t('bookings:book.date'), { exact: true }).fill(later(29))
    await dialog.getByLabel(t('bookings:book.time'), { exact: true }).fill('13:00')
    await dialog.getByRole('button', { name: t('bookings:proposal.send') }).click()
    await expect(dialog).toBeHidden()
    const proposal = row(3).getByRole('group', { name: t('bookings:proposal.title') })
    await expect(proposal.getByText(/\b(1|13):00/).first()).toBeVisible()
    await expectAccessible(page)
    await acceptProposal(page, professionalPage)
    await page.reload()
    await expect(row(3).getByText(t('series:visits.moved'))).toBeVisible()
  })

  // rule: proposals, slot-picker
  await test.step('a free time that the dialog offers is theirs at once, and they are told so', async () => {
    await row(3)
      .getByRole('button', { name: t('series:visits.move') })
      .click()
    const dialog = page.getByRole('dialog', { name: t('bookings:proposal.open') })
    const help = t('bookings:proposal.note_help_at_once', { name: 'Robin' })
    await expect(dialog.getByText(help)).toBeVisible()
    await dialog.getByRole('button', { name: t('bookings:proposal.send') }).click()
    // The times of the first free day are open, so that only the time is missing.
    await expect(dialog.getByRole('alert')).toHaveText(t('errors:time_invalid'))
    await dialog.getByRole('button', { name: t('bookings:slots.later') }).click()
    const threeTimes = t('bookings:slots.open', { day: '', count: 3 }).trim()
    const day = dialog.getByRole('gridcell', { name: threeTimes })
    await day.first().click()
    await dialog.getByRole('grid').last().getByRole('gridcell').first().click()
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: t('bookings:proposal.send') }).click()
    await expect(page.getByText(t('bookings:proposal.done.accepted'))).toBeVisible()
  })

  await test.step('the professional proposes another day from a visit on, the client keeps theirs', async () => {
    await professionalPage.goto(new URL(page.url()).pathname)
    await expect(professionalPage.locator('main a[href^="/visits/"]').first()).toBeVisible()
    const following = theirs('series:visits.following')
    await professionalPage.getByRole('button', { name: following }).nth(1).click()
    const dialog = professionalPage.getByRole('dialog', { name: following })
    const rate = dialog.getByLabel(theirs('series:change.rate'))
    const held = await rate.inputValue()
    await rate.fill(String(Number(held) + 5))
    await dialog.getByRole('button', { name: theirs('series:change.send') }).click()
    await expect(dialog.getByText(theirs('errors:rate_notice'))).toBeVisible()
    await expectAccessible(professionalPage)
    await rate.fill(held)
    await dialog.getByLabel(theirs('bookings:book.time'), { exact: true }).fill('10:00')
    await dialog.getByRole('button', { name: theirs('series:change.send') }).click()
    await expect(dialog).toBeHidden()
    await page.reload()
    const panel = page.getByRole('region', { name: t('series:visits.following') })
    await expectAccessible(page)
    await panel.getByRole('button', { name: t('series:change.decline') }).click()
    await expect(panel).toBeHidden()
  })

  await test.step('they pause and end them', async () => {
    await page.getByRole('button', { name: t('series:pause.open'), exact: true }).click()
    const pause = page.getByRole('dialog', { name: t('series:pause.title') })
    await pause.getByLabel(t('series:pause.to')).fill(later(8))
    await pause.getByRole('button', { name: t('series:pause.confirm') }).click()
    await expect(row(0).getByText(t('series:visits.status.paused'))).toBeVisible()
    await page.getByRole('button', { name: t('series:end.open'), exact: true }).click()
    const end = page.getByRole('dialog', { name: t('series:end.title') })
    await expectAccessible(page)
    await end.getByRole('button', { name: t('series:end.confirm') }).click()
    await expect(page.getByText(t('series:status.ended'), { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: t('series:end.open') })).toHaveCount(0)
  })
  // rule: absence, working-hours
  await test.step('the professional is ill on Tuesday, sees what that ends, and the client reads it', async () => {
    await professionalPage.goto('/dashboard/time')
    const absence = await openGroup(professionalPage, theirs('time:absence.title'))
    await absence.getByRole('button').press('Enter')
    const dialog = professionalPage.getByRole('dialog', { name: theirs('time:absence.title') })
    await expect(dialog.getByText(theirs('time:absence.no_visits'))).toBeVisible()
    await dialog.getByLabel(theirs('time:exceptions.from_date')).fill(tuesday)
    await expect(dialog.getByLabel(theirs('time:exceptions.to_date'))).toHaveValue(tuesday)
    await expect(dialog.getByRole('listitem')).toHaveCount(1)
    await dialog.getByLabel(theirs('time:absence.message')).fill('I have the flu.')
    await expectAccessible(professionalPage)
    const clients = theirs('time:absence.clients', { count: 1 })
    const confirm = theirs('time:absence.confirm', { count: 1, clients })
    await dialog.getByRole('button', { name: confirm }).press('Enter')
    await expect(
      professionalPage.getByText(theirs('time:absence.done', { count: 1 })),
    ).toBeVisible()
    await expect(dialog).toBeHidden()
    const fits = () => document.documentElement.scrollWidth <= innerWidth
    expect(await professionalPage.evaluate(fits)).toBe(true)
    await page.goto(bookingAddress)
    await expect(page.getByText('I have the flu.')).toBeVisible()
    // rule: alternatives
    const instead = page.getByRole('heading', { name: t('bookings:alternatives.title') })
    await expect(instead).toBeVisible()
    await expectAccessible(page)
  })
  await other.close()
})

const withNotice = (notice_hours: number) => (visit: Series['visits'][number]) =>
  visit.notice_hours === null ? visit : { ...visit, notice_hours }
