// rule: visit-view, press-queue, visit-stages, no-show
import { expect } from '@playwright/test'
import { LANGUAGE_CACHE_KEY } from '#contract/browser-names.ts'
import type { Stage } from '#contract/visits/visit-rules.ts'
import { newPair } from '../support/conversation.ts'
import { expectAccessible, test } from '../support/journey.ts'
import { translationsIn } from '../support/translations.ts'
import { acceptedVisit, inHours } from '../support/visits.ts'

const t = translationsIn('en')
const pt = translationsIn('pt')

test.use({
  expected: [/Failed to load resource|WebSocket connection|could not be (counted|loaded)/],
})

test('two phones: the professional says how far the visit is, also without a connection, and the client sees it at once', async ({
  page,
  browser,
  watch,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const pair = await newPair(page, browser, watch)
  const { professionalPage, context } = pair
  const id = await acceptedVisit(page, pair, inHours(1))
  const phone = { width: 390, height: 844 }
  await page.setViewportSize(phone)
  await professionalPage.setViewportSize(phone)
  await context.addCookies([{ name: LANGUAGE_CACHE_KEY, value: 'pt', url: baseURL ?? '' }])
  // The address in letters of earlier versions leads to the page of the visit.
  await page.goto(`/bookings/${id}`)
  await expect(page).toHaveURL(`/visits/${id}`)
  await expect(page.getByText(t('bookings:phase.confirmed'), { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: t('visits:steps.title') })).toBeVisible()
  await expectAccessible(page)

  await professionalPage.goto(`/visits/${id}`)
  const step = (stage: Stage) =>
    professionalPage.getByRole('button', { name: pt(`visits:press.${stage}`), exact: true })
  await step('on_my_way').waitFor()
  await test.step('the way there is in the first view, and dead steps are not', async () => {
    await expect(professionalPage.getByText(/^Começa em (\d+ min|1 h)$/)).toBeVisible()
    const directions = professionalPage.getByRole('link', {
      name: new RegExp(`^${pt('today:visit.directions')}.*${pt('today:visit.new_tab')}$`),
    })
    await expect(directions).toHaveAttribute('href', /daddr=\d+\+/)
    await expect(directions).toBeInViewport()
    await expect(
      professionalPage.getByRole('heading', { name: pt('visits:steps.title') }),
    ).toHaveCount(0)
  })
  await professionalPage
    .getByRole('button', { name: pt('visits:eta.about', { minutes: 20 }) })
    .click()
  await expectAccessible(professionalPage)
  await step('on_my_way').click()
  await expect(page.getByText(/is on the way, about 20 min/)).toBeVisible()

  await context.setOffline(true)
  await step('arrived').click()
  await step('started').click()
  await expect(
    professionalPage.getByText(pt('visits:queue.waiting', { count: 2 }), { exact: true }),
  ).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/has started/)).toBeVisible()
  await expect(page.getByText(/^Arrived \d/)).toBeVisible()

  // A press of 'Call' counts as an attempt to reach the client. rule: no-show
  const logged = professionalPage.waitForResponse(/contact-log$/)
  await professionalPage.getByRole('link', { name: pt('visits:call') }).click()
  expect((await logged).status()).toBe(200)

  await step('finished').click()
  await professionalPage.getByRole('button', { name: pt('hours:finish.short_yes') }).click()
  await expect(page.getByText(/has finished/)).toBeVisible()
  await professionalPage.getByRole('button', { name: pt('visits:undo') }).click()
  await expect(page.getByText(/has started/)).toBeVisible()
  await expect(step('finished')).toBeVisible()
})
