// rule: marketplace-panel
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { DEMO_PASSWORD, DEMO_PEOPLE } from '../../../server/demo/market/demo-people.ts'
import { logIn, newEmail, openScreen, test } from '../../support/journey.ts'
import { pressTryAgain } from '../../support/try-again.ts'

/** Opens the marketplace as a new client without searches and bookings. */
async function openAsNewClient(page: Page): Promise<void> {
  const facts = { first_name: 'Robin', last_name: 'Journey', phone: '512-555-0177' }
  const data = { ...facts, email: newEmail(), password: 'polished floors 7' }
  expect((await page.request.post('/api/auth/register', { data })).ok()).toBe(true)
  await page.goto('/marketplace')
  await expect(page.getByRole('search')).toBeVisible()
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const zip = (page: Page) => page.getByRole('combobox', { name: 'ZIP code' })
const search = (page: Page) => page.getByRole('button', { name: 'Search', exact: true })
const options = (page: Page, label: string) => field(page, label).getByRole('option')

// rule: marketplace-panel, navigation, view-guards, search-finds-listed, search-filters
test('a client sees the header, the search panel and the empty state on the first screen', async ({
  page,
}) => {
  await openAsNewClient(page)
  const header = page.getByRole('banner')

  await test.step('the header has the product name and the tagline', async () => {
    await expect(header.getByText('Lustra', { exact: true })).toBeVisible()
    await expect(header.getByText('Your Home Deserves Spotless Care')).toBeVisible()
  })
  await test.step('the header greets the client with the first name', async () => {
    await expect(header.getByText('Welcome, Robin')).toBeVisible()
  })
  await test.step('the search panel is titled Find Cleaning Professionals', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find Cleaning Professionals')
  })
  await test.step('the service types are All Services and the types from the server', async () => {
    const answer = await page.request.get('/api/service-types')
    const { service_types } = (await answer.json()) as { service_types: { name: string }[] }
    const names = service_types.map(({ name }) => name)
    await expect(options(page, 'Service type')).toHaveText(['All Services', ...names])
    await expect(field(page, 'Service type')).toHaveValue('')
  })
  await test.step('the ZIP code is required', async () => {
    await expect(zip(page)).toHaveAttribute('aria-required', 'true')
  })
  await test.step('the panel has a maximum hourly rate, selects for sort, frequency and minimum rating, and two quick filters', async () => {
    await expect(page.getByRole('spinbutton', { name: 'Max hourly rate' })).toBeVisible()
    for (const label of ['Sort by', 'Cleaning frequency', 'Minimum rating']) {
      await expect(field(page, label)).toBeVisible()
    }
    for (const name of ['Deep Clean', 'Weekly Service']) {
      await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
    }
  })
  await test.step('the maximum hourly rate is a number field', async () => {
    await expect(field(page, 'Max hourly rate')).toHaveAttribute('type', 'number')
  })
  await test.step('the sorts are Highest Rated, the default, Lowest Price, Most Experience and Newest Pros', async () => {
    const sorts = ['Highest Rated', 'Lowest Price', 'Most Experience', 'Newest Pros']
    await expect(options(page, 'Sort by')).toHaveText(sorts)
    await expect(field(page, 'Sort by')).toHaveValue('rating')
  })
  await test.step('the cleaning frequencies are one_time, weekly, biweekly and monthly', async () => {
    const monthly = 'Monthly (every 4 weeks)'
    const frequencies = ['Any frequency', 'One-time', 'Weekly', 'Every 2 weeks', monthly]
    await expect(options(page, 'Cleaning frequency')).toHaveText(frequencies)
    const values = await options(page, 'Cleaning frequency').evaluateAll((all) =>
      all.map((option) => option.getAttribute('value')),
    )
    expect(values).toEqual(['', 'one_time', 'weekly', 'biweekly', 'monthly'])
  })
  await test.step('the minimum ratings are 4, 4.5 and 5, which is 5 Stars Only', async () => {
    const ratings = ['Any rating', '4+ Stars', '4.5+ Stars', '5 Stars Only']
    await expect(options(page, 'Minimum rating')).toHaveText(ratings)
  })
  await test.step('a banner image and an empty state follow the panel', async () => {
    const banner = page.locator('img[src="/drawings/banner.svg"]')
    await expect
      .poll(() => banner.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0)
    const prompt = page.getByRole('heading', { name: 'Find your cleaner' })
    const below = await prompt.boundingBox()
    const panel = await page.getByRole('search').boundingBox()
    expect(below?.y).toBeGreaterThan((panel?.y ?? 0) + (panel?.height ?? 0))
  })

  await test.step('without a ZIP the alert is Please enter a ZIP code, and no search runs', async () => {
    for (const typed of ['', '   ']) {
      await zip(page).fill(typed)
      await search(page).click()
      await expect(page.getByRole('search').getByRole('alert')).toHaveText(
        'Please enter a ZIP code',
      )
      await expect(page).toHaveURL(/\/marketplace$/)
    }
  })
  await test.step('Logout ends the session and opens home', async () => {
    await header.getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/\/$/)
    expect((await page.request.get('/api/auth/me')).status()).toBe(401)
  })
})

test('on a phone the tagline and Logout are shown too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAsNewClient(page)
  await expect(page.getByRole('main').getByText('Your Home Deserves Spotless Care')).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'You', exact: true }).click()
  await expect(page.getByRole('main').getByRole('button', { name: 'Log out' })).toBeVisible()
})

test('a client searches with a quick filter', async ({ page }) => {
  await openAsNewClient(page)
  await test.step('Deep Clean searches for service deep, one_time', async () => {
    await zip(page).fill('78701')
    await page.getByRole('button', { name: 'Deep Clean' }).click()
    await expect(page).toHaveURL(/\?zip_code=78701&service_type=deep&cleaning_frequency=one_time$/)
  })
  await openScreen(page, '/marketplace')
  await test.step('Weekly Service searches for service standard, weekly', async () => {
    await zip(page).fill('78701')
    await page.getByRole('button', { name: 'Weekly Service' }).click()
    await expect(page).toHaveURL(
      /\?zip_code=78701&service_type=standard&cleaning_frequency=weekly$/,
    )
  })
})

// rule: marketplace-panel, search-filters
test('a search sends every filter that is set, and only those', async ({ page }) => {
  await openAsNewClient(page)
  await zip(page).fill('78701')
  await field(page, 'Service type').selectOption('deep')
  await field(page, 'Cleaning frequency').selectOption('weekly')
  await field(page, 'Max hourly rate').fill('45')
  await field(page, 'Minimum rating').selectOption('4.5')
  await field(page, 'Sort by').selectOption('price')
  const request = page.waitForRequest('**/api/professionals/search/enhanced?*')
  await search(page).click()
  const { searchParams } = new URL((await request).url())
  expect(Object.fromEntries(searchParams)).toMatchObject({
    zip_code: '78701',
    service_type: 'deep',
    cleaning_frequency: 'weekly',
    max_rate: '45',
    min_rating: '4.5',
    sort_by: 'price',
  })
})

test.describe('in the zone of the home', () => {
  test.use({ timezoneId: 'America/Chicago' })

  test('a client with a visit reads it first on a phone, answers what waits, and opens the whole panel as a sheet', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
    await page.goto('/marketplace')
    const main = page.getByRole('main')
    const next = main.locator('section').filter({ hasText: 'Your next visit' }).first()
    await expect(next.getByRole('link', { name: 'Message' })).toBeVisible()
    await expect(next.getByText('Grace', { exact: true })).toBeVisible()
    await expect(main.getByRole('button', { name: 'Accept new time' })).toBeInViewport()
    expect((await main.boundingBox())!.height).toBeLessThanOrEqual(1100)
    await test.step('the panel has all its fields, and searches', async () => {
      await expect(page.getByRole('search')).toHaveCount(0)
      await page.getByRole('button', { name: /^ZIP code/ }).click()
      const panel = page.getByRole('dialog', { name: 'Find Cleaning Professionals' })
      for (const label of ['Service type', 'Cleaning frequency', 'Minimum rating', 'Sort by'])
        await expect(panel.getByLabel(label, { exact: true })).toBeVisible()
      await zip(page).fill('78701')
      await search(page).click()
      await expect(page).toHaveURL(/\/search\?zip_code=78701/)
    })
    await test.step('the next visit opens', async () => {
      await page.goto('/marketplace')
      await next.getByRole('link', { name: 'Details' }).click()
      await expect(page).toHaveURL(/\/visits\//)
    })
  })
})

// rule: place-suggestions
test('places are suggested while the client types', async ({ page }) => {
  const requests: string[] = []
  await page.route('**/api/locations/search?*', (route) => {
    requests.push(new URL(route.request().url()).searchParams.get('q') ?? '')
    return route.fallback()
  })
  await page.clock.install()
  await openAsNewClient(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  await test.step('suggestions start at 2 characters', async () => {
    await zip(page).fill('7')
    await page.clock.runFor(1_000)
    expect(requests).toEqual([])
  })
  await test.step('a request for suggestions waits 300 ms after the last key', async () => {
    await zip(page).fill('78')
    await page.clock.runFor(250)
    await zip(page).fill('787')
    await page.clock.runFor(290)
    expect(requests).toEqual([])
    await page.clock.runFor(20)
    await expect.poll(() => requests).toEqual(['787'])
  })
  await test.step('choosing a suggestion puts its ZIP into the field', async () => {
    await page.clock.resume()
    await zip(page).fill('Austin')
    await page
      .getByRole('option', { name: /Austin, TX/ })
      .first()
      .click()
    await expect(zip(page)).toHaveValue(/^\d{5}$/)
  })
})

// rule: search-address
test('text typed into the search form survives a reload', async ({ page }) => {
  await openAsNewClient(page)
  await zip(page).fill('78701')
  await field(page, 'Max hourly rate').fill('45')
  await page.reload()
  await expect(zip(page)).toHaveValue('78701')
  await expect(field(page, 'Max hourly rate')).toHaveValue('45')
})

// rule: marketplace-panel, navigation
test('the Messages button shows the number of unread messages', async ({ page }) => {
  await openAsNewClient(page)
  const { id } = (await (await page.request.get('/api/auth/me')).json()) as { id: string }
  // Requests of the previous screen must not be counted.
  await page.goto('about:blank')
  const requests: string[] = []
  let unread_count = 0
  await page.route('**/api/chat/unread-count/*', (route) => {
    requests.push(new URL(route.request().url()).pathname)
    return route.fulfill({ json: { unread_count } })
  })
  // Without live messages only the polling updates the count.
  await page.routeWebSocket(/.*/, () => {})
  await page.clock.install()
  await page.goto('/marketplace')
  const messages = page.getByRole('banner').getByRole('link', { name: /^Messages/ })
  await test.step('the screen requests the unread count once on load', async () => {
    await expect.poll(() => requests).toEqual([`/api/chat/unread-count/${id}`])
  })
  await test.step('without unread messages the Messages button has no badge', async () => {
    await expect(messages).toHaveText('Messages')
  })
  await test.step('the screen polls the unread count every 30 s', async () => {
    unread_count = 3
    // The clock also runs by itself: some seconds have passed since the first request.
    await page.clock.runFor(24_000)
    expect(requests).toHaveLength(1)
    await page.clock.runFor(6_100)
    await expect.poll(() => requests.length).toBe(2)
    await expect(messages).toHaveText(/3/)
    await page.clock.runFor(30_100)
    await expect.poll(() => requests.length).toBe(3)
  })
  await test.step('the Messages button has an unread badge', async () => {
    await expect(messages).toHaveAccessibleName('Messages 3 unread')
    await expect(messages.getByText('3', { exact: true })).toBeVisible()
  })
  await test.step('the polling interval stays 30 s', async () => {
    await page.clock.runFor(30_100)
    await expect.poll(() => requests.length).toBe(4)
  })
  await page.clock.resume()
  await test.step('the Messages button opens the messages', async () => {
    await messages.click()
    await expect(page).toHaveURL(/\/messages$/)
  })
})

test.describe(() => {
  test.use({
    expected: [/Failed to load resource|Service types could not be loaded|could not be counted/],
  })

  // rule: marketplace-panel, navigation
  test('a failed unread count is only logged', async ({ page }) => {
    const json = { detail: 'No', code: 'unexpected' }
    await page.route('**/api/chat/unread-count/*', (route) => route.fulfill({ status: 500, json }))
    const logged = page.waitForEvent('console', {
      predicate: (message) => message.text().startsWith('Unread messages could not be counted'),
    })
    await openAsNewClient(page)
    await logged
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Messages' })).toBeVisible()
  })

  test('visits that cannot be read say so, and are read again', async ({ page }) => {
    const json = { detail: 'No', code: 'unexpected' }
    const calls = '**/api/bookings/client/**'
    await page.route(calls, (route) => route.fulfill({ status: 500, json }))
    await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
    await page.goto('/marketplace')
    await expect(page.getByText('Your bookings could not be loaded.')).toBeVisible()
    await pressTryAgain(page, calls, 'Try again')
    await expect(page.getByRole('heading', { name: 'Your next visit' })).toBeVisible()
  })

  // rule: service-types
  test('a failed read of the service types is only logged', async ({ page }) => {
    const json = { detail: 'No', code: 'unexpected' }
    await page.route('**/api/service-types', (route) => route.fulfill({ status: 500, json }))
    const logged = page.waitForEvent('console', {
      predicate: (message) => message.text().startsWith('Service types could not be loaded'),
    })
    await openAsNewClient(page)
    await logged
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(options(page, 'Service type')).toHaveCount(5)
  })
})
