// rule: booking-moves, booking-cards, subscription-states
import { expect, request } from '@playwright/test'
import type { APIRequestContext, Page } from '@playwright/test'
import { LANGUAGES } from '#contract/product.ts'
import { log } from '../support/conversation.ts'
import { startDemoServer } from '../support/server/demo-server.ts'
import { expectAccessible, test } from '../support/journey.ts'
import { newClient, requestBooking } from '../support/new-client.ts'
import { newContact, subscribedProfessional } from '../support/paying.ts'
import { runServerProgram } from '../support/server/server-program.ts'
import { translationsIn } from '../support/translations.ts'

const DAY_MS = 86_400_000
const SLUG = 'robin-journey'

test('an inactive professional can decline a request in the thread, but not accept it', async ({
  browser,
  watch,
}) => {
  test.setTimeout(180_000)
  const server = await startDemoServer('off')
  const baseURL = server.origin
  const context = await browser.newContext({ baseURL })
  const clientContext = await browser.newContext({ baseURL })
  await watch(context)
  await watch(clientContext)
  const page = await context.newPage()
  const clientPage = await clientContext.newPage()
  try {
    const professional = await subscribedProfessional(page)
    const client = await newClient(clientPage)
    const bookingId = await requestBooking(clientPage, client, SLUG)
    const offered = () => movesInThread(page.request, professional.id, client.id)
    expect(await offered()).toEqual(['accepted', 'declined', 'cancelled'])
    await spendCredits(baseURL, page, professional.id)
    await endSubscription(server.dataDir, page, professional.id)

    await test.step('the server offers no acceptance, and refuses it', async () => {
      expect(await offered()).toEqual(['declined', 'cancelled'])
      const answer = await page.request.put(`/api/bookings/${bookingId}/status`, {
        data: { status: 'accepted' },
      })
      expect(answer.status()).toBe(403)
      expect(await answer.json()).toMatchObject({ code: 'activate_to_accept' })
    })
    for (const language of LANGUAGES) {
      const t = translationsIn(language)
      await test.step(`the card offers only to decline, and says why, in '${language}'`, async () => {
        await context.addCookies([{ name: 'i18nextLng', value: language, url: baseURL }])
        await page.addInitScript((choice) => localStorage.setItem('i18nextLng', choice), language)
        await page.goto(`/messages/${client.id}`)
        const card = log(page).getByRole('article')
        await expect(card).toContainText(t('messaging:event.requested', { name: 'Robin' }))
        await expect(card.getByText(t('errors:activate_to_accept'))).toBeVisible()
        await expect(
          card.getByRole('button', { name: t('dashboard:answer.accept') }),
        ).toBeDisabled()
        await expect(
          card.getByRole('button', { name: t('dashboard:answer.decline') }),
        ).toBeEnabled()
        await expectAccessible(page)
      })
    }
    await test.step('after declining, the card has no buttons', async () => {
      const t = translationsIn(LANGUAGES.at(-1)!)
      await log(page)
        .getByRole('button', { name: t('dashboard:answer.decline') })
        .click()
      const newest = log(page).getByRole('article').last()
      await expect(newest).toContainText(t('messaging:event_you.declined'))
      await expect(log(page).getByRole('article').getByRole('button')).toHaveCount(0)
    })
  } finally {
    await context.close()
    await clientContext.close()
    await server.stop()
  }
})

/** The moves that the booking in the thread offers to its reader. */
async function movesInThread(
  reader: APIRequestContext,
  readerId: string,
  otherId: string,
): Promise<string[]> {
  const answer = await reader.get(`/api/chat/messages/${readerId}/${otherId}`)
  expect(answer.status()).toBe(200)
  const { messages } = (await answer.json()) as { messages: { booking?: { may: string[] } }[] }
  return messages.at(-1)?.booking?.may ?? []
}

/** Other clients contact the professional until no credit is left. */
async function spendCredits(baseURL: string, page: Page, professionalId: string): Promise<void> {
  while ((await leadsStatus(page, professionalId)).leadCredits > 0) {
    const other = await request.newContext({ baseURL })
    await newContact(other, professionalId, 'Alex')
    await other.dispose()
  }
}

/** Cancels the subscription and runs the renewals of a day after the paid period. */
async function endSubscription(dataDir: string, page: Page, professionalId: string): Promise<void> {
  const cancelled = await page.request.post(
    `/api/professional/cancel-subscription?user_id=${professionalId}`,
  )
  expect(cancelled.ok()).toBe(true)
  const at = new Date(Date.now() + 40 * DAY_MS).toISOString()
  await runServerProgram(dataDir, 'job', 'renewals', '--at', at)
  expect((await leadsStatus(page, professionalId)).is_active).toBe(false)
}

async function leadsStatus(page: Page, professionalId: string) {
  const answer = await page.request.get(`/api/professional/leads-status/${professionalId}`)
  expect(answer.status()).toBe(200)
  return (await answer.json()) as { leadCredits: number; is_active: boolean }
}
