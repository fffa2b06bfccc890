import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { DEMO_PEOPLE } from '../../server/demo/market/demo-people.ts'
import { idOf, inDays, newClient } from '../support/new-client.ts'
import { expectAccessible, newEmail, test } from '../support/journey.ts'
import { field, list, log, send, uniqueText } from '../support/conversation.ts'

const CONTACT = '**/api/chat/initiate-contact'
const FAILED_LOAD = /Failed to load resource/

const onTheCard = (page: Page) =>
  page.getByRole('complementary').getByRole('button', { name: 'Contact Professional' })

/** Opens the profile of Lucía as a new client. Lucía has no credit, so the test spends none. */
async function openLuciaFromSearch(page: Page): Promise<string> {
  await newClient(page)
  const id = await idOf(page, DEMO_PEOPLE.lucia.slug)
  await page.goto(`/professionals/${id}`)
  await expect(onTheCard(page)).toBeVisible()
  return id
}

// rule: conversation-pair
test('a client contacts a professional from their profile', async ({ page }) => {
  const id = await openLuciaFromSearch(page)
  await page.clock.install()
  await test.step('the button opens the conversation', async () => {
    await onTheCard(page).click()
    await expect(page).toHaveURL(new RegExp(`/messages/${id}\\?contacted=1$`))
    await expect(field(page)).toBeVisible()
  })
  const row = list(page).getByRole('link').first()
  await test.step('a conversation opened through contact is highlighted for 10 s', async () => {
    await expect(row).toHaveAttribute('data-highlighted', 'true')
    await expect(row).toContainText('New')
    await page.clock.runFor(9000)
    await expect(row).toHaveAttribute('data-highlighted', 'true')
    await page.clock.runFor(1500)
    await expect(row).not.toHaveAttribute('data-highlighted')
    await expect(page).toHaveURL(new RegExp(`/messages/${id}$`))
  })
  await test.step('each contact starts the 10 s again', async () => {
    await page.goto(`/messages/${id}?contacted=1`)
    await expect(row).toHaveAttribute('data-highlighted', 'true')
    await page.clock.runFor(8000)
    await expect(row).toHaveAttribute('data-highlighted', 'true')
    await page.clock.runFor(2500)
    await expect(row).not.toHaveAttribute('data-highlighted')
  })
  await test.step('contacting again opens the same conversation', async () => {
    await page.goto(`/professionals/${id}`)
    await page.getByRole('button', { name: 'Contact', exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/messages/${id}`))
    await expect(list(page).getByRole('listitem')).toHaveCount(1)
  })
  await expectAccessible(page)
})

// rule: conversation-pair, search-card
test('a client contacts a professional from a search result', async ({ page }) => {
  await newClient(page)
  const { zip } = DEMO_PEOPLE.lucia
  const name = new RegExp(`^Contact Professional: ${DEMO_PEOPLE.lucia.first_name}`)
  const told = 'When you write or book, your cleaner gets your name, phone and email.'
  await test.step('what a contact passes on stands once above every list of cards', async () => {
    const lists = [
      '/house-cleaning/fl/miami',
      `/search?zip_code=${zip}&date=${inDays(3)}&time=03:00`,
      `/search?zip_code=${zip}&date=${inDays(3)}`,
      `/search?zip_code=${zip}`,
    ]
    for (const address of lists) {
      await page.goto(address)
      await expect(page.getByRole('button', { name: /^Contact Professional:/ })).not.toHaveCount(0)
      await expect(page.getByText(told)).toHaveCount(1)
    }
  })
  await test.step('Contact Professional on a card opens the conversation', async () => {
    await page.getByRole('button', { name }).click()
    await expect(page).toHaveURL(/\/messages\/[^/]+\?contacted=1$/)
    const text = uniqueText('Hello')
    await field(page).fill(text)
    await send(page).click()
    await expect(log(page).getByText(/· Sent$/)).toBeVisible()
  })
})

// rule: conversation-pair, profile-booking, view-guards
test('a visitor signs up to write, and then needs one press to start the conversation', async ({
  page,
}) => {
  await page.goto(`/search?zip_code=${DEMO_PEOPLE.lucia.zip}`)
  const name = new RegExp(`^Contact Professional: ${DEMO_PEOPLE.lucia.first_name}`)
  await page.getByRole('link', { name }).click()
  await expect(page).toHaveURL(/\/register\?next=/)
  const type = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text)
  await type('First Name', 'Robin')
  await type('Last Name', 'Journey')
  await type('Email', newEmail())
  await type('Phone', '512-555-0177')
  await type('Password', 'polished floors 7')
  await page.getByRole('button', { name: 'Create Account' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Start the conversation' }).click()
  await expect(page).toHaveURL(/\/messages\/[^/]+\?contacted=1$/)
  await expect(field(page)).toBeVisible()
})

test.describe(() => {
  test.use({ expected: [FAILED_LOAD] })

  // rule: conversation-pair
  test('a contact that fails shows why and changes nothing', async ({ page }) => {
    const id = await openLuciaFromSearch(page)
    const toast = (text: string) => page.getByRole('alert').filter({ hasText: text })
    await test.step('Failed to initiate contact', async () => {
      const json = { detail: 'Something went wrong on our side.', code: 'unexpected' }
      await page.route(CONTACT, (route) => route.fulfill({ status: 500, json }))
      await onTheCard(page).click()
      await expect(toast('Failed to initiate contact')).toBeVisible()
      await page.unroute(CONTACT)
    })
    await test.step('Connection error...', async () => {
      await page.route(CONTACT, (route) => route.abort('internetdisconnected'))
      await onTheCard(page).click()
      await expect(toast('Connection error...')).toBeVisible()
      await page.unroute(CONTACT)
    })
    await expect(page).toHaveURL(new RegExp(`/professionals/${id}$`))
    await page.goto('/messages')
    await expect(page.getByText('No messages yet')).toBeVisible()
  })
})
