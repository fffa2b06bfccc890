// rule: busy-times
import { expect } from '@playwright/test'
import { LANGUAGES } from '#contract/product.ts'
import { expectAccessible, readIn, test } from '../support/journey.ts'
import { savedProfessional } from '../support/profile-form.ts'
import { translationsIn } from '../support/translations.ts'
import { openGroup } from '../support/open-group.ts'

test.use({ viewport: { width: 390, height: 844 }, expected: [/status of 422/] })

/** Whole days that come back by these rules. */
const calendar = (...rules: string[]) => ({
  name: 'family.ics',
  mimeType: 'text/calendar',
  buffer: Buffer.from(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      ...rules.flatMap((rule, uid) => [
        'BEGIN:VEVENT',
        `UID:${uid}`,
        'DTSTART;VALUE=DATE:20200101',
        `RRULE:${rule}`,
        'END:VEVENT',
      ]),
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  ),
})

test('in each language a professional adds a calendar, sees what was read of it, and removes it', async ({
  page,
}) => {
  const { id } = await savedProfessional(page)
  await page.goto('/dashboard/time')
  for (const language of LANGUAGES) {
    const t = translationsIn(language)
    await readIn(page, language)
    const part = await openGroup(page, t('time:busy.title'))
    await expect(part.getByText(t('time:busy.none'))).toBeVisible()

    await part.getByLabel(t('time:busy.label')).fill('Family')
    await part.getByLabel(t('time:busy.address')).fill('http://localhost/secret.ics')
    await part.getByRole('button', { name: t('time:busy.add_feed') }).press('Enter')
    await expect(part.getByRole('alert')).toContainText(t('errors:feed_address_refused'))
    await part.getByLabel(t('time:busy.add_file')).setInputFiles(calendar('FREQ=YEARLY'))
    const family = part.getByRole('listitem').filter({ hasText: 'Family' })
    await expect(family).toContainText(/\D[12] /)
    const replace = part.getByLabel(`${t('time:busy.replace')}: Family`)
    await replace.setInputFiles({ ...calendar(), buffer: Buffer.from('no calendar') })
    await expect(part.getByRole('alert')).toContainText(t('errors:calendar_unreadable'))
    await expect(family).toContainText(/\D[12] /)
    await replace.setInputFiles(calendar('FREQ=MONTHLY'))
    await expect(family).toContainText(/\D1[34] /)
    await expect(part.getByRole('alert')).toBeHidden()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

    await part
      .getByRole('button', { name: t('time:busy.remove_of', { label: 'Family' }) })
      .press('Enter')
    await expect(part.getByText(t('time:busy.none'))).toBeVisible()
  }
  const left = await page.request.get(`/api/professional/busy/${id}`)
  expect(await left.json()).toEqual({ calendars: [] })
})

// rule: calendar-lines
test('a professional reads how many events of a file were not read, and says in which zone the others are', async ({
  page,
}) => {
  const t = translationsIn('en')
  const { id } = await savedProfessional(page)
  const stored = async () => {
    const { calendars } = await (await page.request.get(`/api/professional/busy/${id}`)).json()
    return calendars[0]
  }
  const tomorrow = Temporal.Now.plainDateISO().add({ days: 1 }).toString().replaceAll('-', '')
  const lines = [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    `DTSTART;TZID=GMT-0500:${tomorrow}T100000`,
    'DURATION:PT1H',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'DTSTART:next Thursday',
    'DURATION:PT1H',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  const file = { ...calendar(), buffer: Buffer.from(lines.join('\r\n')) }

  await page.goto('/dashboard/time')
  const part = await openGroup(page, t('time:busy.title'))
  await part.getByLabel(t('time:busy.label')).fill('Family')
  await part.getByLabel(t('time:busy.add_file')).setInputFiles(file)
  await expect(part).toContainText('1 busy time.')
  await expect(part).toContainText("1 event couldn't be read in full")
  await expect(part).toContainText(
    'says “GMT-0500” instead of a time zone that we know. We read its events in UTC-05:00.',
  )
  expect(await stored()).toMatchObject({ intervals: 1, unread: 1 })

  await part.getByLabel(t('time:busy.zone', { label: 'Family' })).selectOption('America/Denver')
  const sendAgain = part.getByText(t('time:busy.zone_file', { zone: 'Mountain Time' }))
  await expect(sendAgain).toBeVisible()
  await expectAccessible(page)
  await part.getByLabel(`${t('time:busy.replace')}: Family`).setInputFiles(file)
  await expect(part).toContainText('We read its events in Mountain Time.')
  await expect(sendAgain).toBeHidden()
  expect(await stored()).toMatchObject({
    time_zone: 'America/Denver',
    unsure_zones: [{ name: 'GMT-0500', read_as: 'America/Denver' }],
  })
})
