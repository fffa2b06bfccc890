// rule: checklist, photo-pairs, press-queue, visit-photos, photos
import { expect } from '@playwright/test'
import { IMAGE_BYTES_MAX } from '#contract/market/profile-rules.ts'
import { LANGUAGE_CACHE_KEY } from '#contract/browser-names.ts'
import { newPair } from '../support/conversation.ts'
import { expectAccessible, test } from '../support/journey.ts'
import { grainyPhoto, largePhoto } from '../support/profile-form.ts'
import { translationsIn } from '../support/translations.ts'
import { AUSTIN_HOME, inHours } from '../support/visits.ts'
import { openGroups } from '../support/open-group.ts'

const t = translationsIn('en')
const pt = translationsIn('pt')

const HOME = {
  ...AUSTIN_HOME,
  rooms: [
    { kind: 'stairs', important: true },
    { kind: 'garage' },
    { kind: 'office', name: 'Study', do_not_enter: true },
  ],
}

test.use({
  expected: [/Failed to load resource|WebSocket connection|could not be (counted|loaded)/],
})

test('the professional ticks tasks and adds photos, the client allows a pair, the profile shows it, and the client takes it back', async ({
  page,
  browser,
  watch,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const { client, professional, professionalPage, context } = await newPair(page, browser, watch)
  const saved = await page.request.post('/api/homes', { data: HOME })
  const { home } = (await saved.json()) as { home: { id: string } }
  const asked = await page.request.post('/api/bookings', {
    data: {
      client_id: client.id,
      professional_id: professional.id,
      ...inHours(1),
      service_type: 'standard',
      cleaning_frequency: 'one_time',
      home_id: home.id,
    },
  })
  const { id } = (await asked.json()) as { id: string }
  const accepted = { data: { status: 'accepted' } }
  await professionalPage.request.put(`/api/bookings/${id}/status`, accepted)
  const phone = { width: 390, height: 844 }
  await page.setViewportSize(phone)
  await professionalPage.setViewportSize(phone)
  await context.addCookies([{ name: LANGUAGE_CACHE_KEY, value: 'pt', url: baseURL ?? '' }])

  await professionalPage.goto(`/visits/${id}`)
  const checklist = professionalPage.getByRole('region', { name: pt('work:checklist') })
  const tasks = checklist.getByRole('checkbox')
  await expect(tasks).toHaveCount(2)
  await expect(checklist.getByText(pt('homes:rooms.do_not_enter'))).toBeVisible()
  await context.setOffline(true)
  await tasks.first().click()
  await checklist
    .getByRole('button', { name: pt('work:skip') })
    .last()
    .click()
  await expect(
    professionalPage.getByText(pt('visits:queue.waiting', { count: 2 }), { exact: true }),
  ).toBeVisible()
  const addPhoto = (moment: 'before' | 'after', photo: Awaited<ReturnType<typeof grainyPhoto>>) =>
    professionalPage.getByLabel(pt(`work:add.${moment}`)).setInputFiles(photo)
  const large = await largePhoto('before.jpg')
  expect(large.buffer.length).toBeGreaterThan(IMAGE_BYTES_MAX)
  await addPhoto('before', large)
  await expect(
    professionalPage.getByText(pt('visits:queue.waiting', { count: 3 }), { exact: true }),
  ).toBeVisible()
  await context.setOffline(false)
  await expect(professionalPage.getByText(pt('visits:queue.waits'))).toHaveCount(0)
  await expect(tasks.first()).toBeChecked()
  await addPhoto('after', await grainyPhoto('after.jpg'))
  for (const moment of ['before', 'after'] as const) {
    const name = pt('work:photo_alt', { moment: pt(`work:moments.${moment}`), number: 1 })
    await expect(professionalPage.getByRole('img', { name })).toBeVisible()
  }
  const before = pt('work:photo_alt', { moment: pt('work:moments.before'), number: 1 })
  const isUpright = (image: Element) =>
    image instanceof HTMLImageElement && image.naturalHeight > image.naturalWidth
  await expect
    .poll(() => professionalPage.getByRole('img', { name: before }).evaluate(isUpright))
    .toBe(true)
  await checklist
    .getByRole('button', { name: `${pt('work:note')}:` })
    .first()
    .click()
  await checklist.getByRole('textbox').fill('The lamp is broken.')
  await checklist.getByRole('button', { name: pt('work:save_note') }).click()
  await expectAccessible(professionalPage)

  await page.goto(`/visits/${id}`)
  const clientList = page.getByRole('region', { name: t('work:checklist') })
  await page.getByRole('heading', { name: t('work:checklist') }).click()
  await expect(clientList).toBeVisible()
  await expect(clientList.getByText(t('work:states.done'))).toHaveCount(0)
  await professionalPage.request.post(`/api/bookings/${id}/stages`, { data: { stage: 'finished' } })
  await expect(clientList.getByText('The lamp is broken.')).toBeVisible()
  await expect(clientList.getByText(`, ${t('work:states.skipped')}`)).toBeVisible()

  const choice = professionalPage.getByRole('region', { name: pt('work:pairs.title') })
  await choice.getByRole('button', { name: pt('work:moments.before') }).click()
  await choice.getByRole('button', { name: pt('work:moments.after') }).click()
  await choice.getByRole('button', { name: pt('work:pairs.ask') }).click()
  await expect(choice.getByText(pt('work:pairs.states.professional.asked'))).toBeVisible()

  const pair = page.getByRole('region', { name: t('work:pairs.title') })
  await expect(
    pair.getByText(/^May .* show these two photos on the public profile\?/),
  ).toBeVisible()
  await expectAccessible(page)
  await pair.getByRole('button', { name: t('work:pairs.allow') }).click()
  await expect(pair.getByText(t('work:pairs.states.client.allowed'))).toBeVisible()
  await expect(choice.getByText(pt('work:pairs.states.professional.allowed'))).toBeVisible()

  const read = await page.request.get(`/api/professional/public-view/${professional.id}`)
  const { slug } = ((await read.json()) as { professional: { slug: string } }).professional
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`/professional/${slug}`)
  const shown = visitor.getByRole('region', { name: t('public_profile:projects') })
  await shown.scrollIntoViewIfNeeded()
  await expect(shown.getByText(t('public_profile:pairs_consent'))).toBeVisible()
  const address = await shown
    .getByRole('img', { name: t('public_profile:before') })
    .getAttribute('src')
  expect((await visitor.request.get(address!)).status()).toBe(200)

  await page.goto('/settings')
  await openGroups(page)
  await pair.getByRole('button', { name: t('work:pairs.take_back') }).click()
  await expect(pair.getByText(t('work:pairs.states.client.refused'))).toBeVisible()
  expect((await visitor.request.get(address!)).status()).toBe(404)
  const later = await visitor.request.get(`/api/public/professional/${slug}`)
  expect((await later.json()).professional.consented_pairs).toBeUndefined()
})
