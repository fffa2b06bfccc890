import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { DEMO_PEOPLE } from '../../server/demo/market/demo-people.ts'
import { expectAccessible, test } from '../support/journey.ts'
import { log, openMayaConversation, openProfessionalBrowser } from '../support/conversation.ts'
import { openMayaApi, randomDayAhead } from '../support/visits.ts'

// rule: booking-cards
test('each change of a booking is a card in the thread, with the buttons of the possible actions', async ({
  page,
  browser,
  watch,
  baseURL,
}) => {
  const mayaApi = await openMayaApi(baseURL)
  const { mayaId } = await openMayaConversation(page)
  await mayaApi.requestVisit(randomDayAhead(120), '15:30')
  const { page: grace, context } = await openProfessionalBrowser(browser, watch, DEMO_PEOPLE.grace)
  await grace.goto(`/messages/${mayaId}`)
  const requestCard = card(grace, 'Maya requested a visit')
  await expect(requestCard).toContainText('Requested')
  await requestCard.getByRole('button', { name: 'Decline' }).click()
  await expect(card(grace, 'You declined the visit')).toContainText('Declined')
  await expect(card(page, /Grace declined the visit/)).toContainText('Declined')

  await mayaApi.requestVisit(randomDayAhead(200), '16:30')
  await card(grace, 'Maya requested a visit').getByRole('button', { name: 'Accept' }).click()
  await expect(card(grace, 'You accepted the visit')).toContainText('Confirmed')
  const acceptedCard = card(page, /Grace accepted the visit/)
  await expect(acceptedCard).toContainText('Confirmed')
  await test.step('the booking above the thread names the time zone of the home', async () => {
    await expect(page.locator('a[href^="/visits/"]', { hasText: '4:30' })).toContainText(
      'Austin time',
    )
  })
  await acceptedCard.getByRole('button', { name: 'Cancel booking' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this booking?' })
  await dialog.getByLabel(/^Another reason/).check()
  await dialog.getByRole('textbox').fill('Only a journey')
  await dialog.getByRole('button', { name: 'Cancel booking' }).click()
  await expect(card(page, 'You canceled the visit')).toContainText('Canceled')
  await expectAccessible(page)
  await mayaApi.dispose()
  await context.close()
})

const card = (page: Page, text: string | RegExp) =>
  log(page).getByRole('article').filter({ hasText: text }).last()
