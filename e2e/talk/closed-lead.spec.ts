// rule: lead-locked, lead-returns
import { expect } from '@playwright/test'
import { newPair } from '../support/conversation.ts'
import { rowsOf } from '../support/server/database.ts'
import { expectAccessible, test } from '../support/journey.ts'
import { inDays, requestBooking } from '../support/new-client.ts'

// The browser itself reports the answers that say that the lead is closed.
test.use({ expected: [/status of 402/] })

const CLOSED =
  'This client canceled, and you got your credit back. The conversation opens again if they write or book.'

test('a client books, cancels within a day, and the credit returns: no screen sells a credit, and each says why the lead is closed', async ({
  page,
  browser,
  watch,
}) => {
  const pair = await newPair(page, browser, watch)
  const { client, professional, professionalPage: pro } = pair
  const view = await page.request.get(`/api/professional/public-view/${professional.id}`)
  const { slug } = ((await view.json()) as { professional: { slug: string } }).professional
  const request = (days: number) =>
    requestBooking(page, client, slug, {
      booking_date: inDays(days),
      cleaning_frequency: 'one_time',
    })
  const creditsStored = async () => {
    const [row] = await rowsOf<{ balance: number }>(
      'select balance from lead_credits where professional_id = $1',
      [professional.id],
    )
    return row!.balance
  }
  const leads = pro.getByRole('region', { name: 'Leads', exact: true })
  const expectNothingSold = async () => {
    await expect(pro.getByText(/No lead credits left|no lead credits left/)).toHaveCount(0)
    await expect(pro.getByRole('main').getByText('Locked lead')).toHaveCount(0)
  }

  const booked = await request(20)
  await request(25)
  await test.step('the professional accepts, which the one spent credit allows', async () => {
    await pro.goto('/dashboard')
    await pro.getByRole('button', { name: 'Accept' }).first().click()
    await expect(pro.getByText('You accepted the booking.')).toBeVisible()
    expect(await creditsStored()).toBe(4)
    await expect(leads).toContainText('4 left')
  })
  await test.step('the client cancels, and the credit is back in the database and on the dashboard', async () => {
    const move = { data: { status: 'cancelled', reason: 'Only a journey' } }
    expect((await page.request.put(`/api/bookings/${booked}/status`, move)).status()).toBe(200)
    expect(await creditsStored()).toBe(5)
    await pro.goto('/dashboard')
    await expect(leads).toContainText(`${await creditsStored()} left`)
    await expect(leads).not.toContainText('waits for a credit')
  })
  await test.step('the request that still waits cannot be accepted, and its card says why', async () => {
    const card = pro.getByRole('article').filter({ hasText: 'Decline' }).first()
    await expect(card).toContainText(CLOSED)
    await expect(card.getByRole('button', { name: 'Accept' })).toBeDisabled()
    await expectNothingSold()
    await expectAccessible(pro)
  })
  await test.step('the cancelled booking says it too', async () => {
    await pro.goto('/dashboard?tab=bookings')
    const cancelled = pro.getByRole('article').filter({ hasText: 'The client canceled.' })
    await expect(cancelled.first()).toContainText(CLOSED)
  })
  await test.step('so does the agenda', async () => {
    await pro.goto(`/dashboard/week?from=${inDays(24)}&view=week`)
    await expect(pro.getByText(CLOSED)).toBeVisible()
    await expectNothingSold()
  })
  await test.step('the thread says it, and has no button that buys', async () => {
    await pro.goto('/messages')
    await expect(pro.getByRole('link', { name: /Robin/ })).toContainText(
      'Closed. You got your credit back',
    )
    await pro.goto(`/messages/${client.id}`)
    await expect(pro.getByText(CLOSED)).toBeVisible()
    await expect(pro.getByRole('button', { name: /Buy/ })).toHaveCount(0)
    await expectNothingSold()
    await expectAccessible(pro)
  })
  await test.step('the visit of the cancelled booking sells nothing either', async () => {
    await pro.goto(`/visits/${booked}`)
    await expect(pro.getByText(CLOSED)).toBeVisible()
    await expect(pro.getByRole('button', { name: /Buy/ })).toHaveCount(0)
  })
  await test.step('the client books again: the lead opens with one of the five credits', async () => {
    await request(30)
    expect(await creditsStored()).toBe(4)
    await pro.goto('/dashboard')
    await expect(leads).toContainText('4 left')
    await expect(pro.getByText(CLOSED)).toHaveCount(0)
  })
  await pair.context.close()
})
