// rule: problems, problem-moves, reclean
import { expect } from '@playwright/test'
import { newPair } from '../support/conversation.ts'
import { expectAccessible, test } from '../support/journey.ts'
import { inDays } from '../support/new-client.ts'
import { photo } from '../support/profile-form.ts'
import { translationsIn } from '../support/translations.ts'
import { acceptedVisit, inHours } from '../support/visits.ts'

const t = translationsIn('en')

test('a client reports what was not done, the professional offers a re-clean, the client takes it, and it is solved', async ({
  page,
  browser,
  watch,
}) => {
  test.setTimeout(90_000)
  const pair = await newPair(page, browser, watch)
  const { professionalPage } = pair
  const id = await acceptedVisit(page, pair, inHours(1))
  const finished = await professionalPage.request.post(`/api/bookings/${id}/stages`, {
    data: { stage: 'finished' },
  })
  expect(finished.status()).toBe(200)
  await page.setViewportSize({ width: 390, height: 844 })

  await page.goto(`/visits/${id}`)
  await expect(page.getByRole('button', { name: t('problems:all_good.say') })).toBeVisible()
  await page.getByRole('button', { name: t('problems:report.title') }).click()
  const dialog = page.getByRole('dialog')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t('problems:kind.missed_task') }).click()
  await dialog.getByRole('button', { name: t('problems:report.send') }).click()
  await expect(dialog.getByText(t('problems:too_short'))).toBeVisible()
  await expect(dialog.getByLabel(t('problems:statement'))).toBeFocused()
  await dialog.getByLabel(t('problems:statement')).fill('The oven was not cleaned.')
  // The typed statement survives a reload. rule: problems
  await page.reload()
  await page.getByRole('button', { name: t('problems:report.title') }).click()
  await dialog.getByRole('button', { name: t('problems:kind.missed_task') }).click()
  await expect(dialog.getByLabel(t('problems:statement'))).toHaveValue('The oven was not cleaned.')
  await dialog.getByRole('button', { name: t('problems:report.send') }).click()
  await expect(page).toHaveURL(/\?problem=/)
  await expect(page.getByText('The oven was not cleaned.')).toBeVisible()
  await expectAccessible(page)

  const photos = page.getByRole('region', { name: t('problems:photos.title') })
  await photos.locator('input[type=file]').setInputFiles(await photo('oven.jpg'))
  await expect(photos.getByRole('img')).toBeVisible()
  await expect(photos.getByText(t('problems:by.you'), { exact: true })).toBeVisible()

  await professionalPage.goto(`/visits/${id}`)
  await professionalPage.getByRole('link', { name: t('problems:kind.missed_task') }).click()
  await professionalPage
    .getByRole('button', { name: t('problems:answer_form.open'), exact: true })
    .click()
  const answer = professionalPage.getByRole('dialog')
  await answer.getByLabel(t('problems:answer'), { exact: true }).fill('I am sorry, I missed it.')
  await answer.getByLabel(t('problems:reclean.offer')).check()
  await answer.getByLabel(t('bookings:book.date')).fill(inDays(3))
  await answer.getByLabel(t('bookings:book.time')).fill('10:00')
  await expectAccessible(professionalPage)
  await answer.getByRole('button', { name: t('problems:answer_form.send') }).click()

  await page.getByRole('button', { name: t('problems:close.reclean') }).click()
  await expect(page.getByText(t('problems:next.reclean_booked'))).toBeVisible()
  await page.getByRole('button', { name: t('problems:close.solved'), exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('problems:close.solved'), exact: true })
    .click()
  await expect(page.getByText(t('problems:next.solved'))).toBeVisible()
  await expect(professionalPage.getByText(t('problems:next.solved'))).toBeVisible()
})
