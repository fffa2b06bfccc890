// rule: search-address
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../../server/demo/market/demo-people.ts'
import { answerWith } from '../../support/server/answer-with.ts'
import { hold } from '../../support/server/hold.ts'
import { expectAccessible, logIn, openScreen, test } from '../../support/journey.ts'

const SEARCH = '**/api/professionals/search/enhanced?*'

type Professional = {
  hourly_rate: number
  rating: number
  years_experience: string
  services_offered: string[]
}
type SearchResult = { professionals: Professional[]; total: number }

const cards = (page: Page) => page.getByRole('article')
const grace = (page: Page) => cards(page).filter({ hasText: 'Grace Walker Cleaning' })
const form = (page: Page) => page.getByRole('search', { name: 'Refine search' })
const count = (page: Page) => page.getByRole('main').getByRole('status')
const submit = (page: Page) => form(page).getByRole('button', { name: 'Search' })

async function searchByApi(page: Page, query: string): Promise<SearchResult> {
  const answer = await page.request.get(`/api/professionals/search/enhanced?${query}`)
  return (await answer.json()) as SearchResult
}

// rule: search-card, search-address, search-filters, navigation
test('a client sees the refine form, the count and complete cards on the results', async ({
  page,
}) => {
  await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
  await page.goto('/search?zip_code=78701')
  const { total } = await searchByApi(page, 'zip_code=78701')

  await test.step('the header has Home, the welcome line and Logout', async () => {
    const header = page.getByRole('banner')
    await expect(header.getByRole('link', { name: 'Home', exact: true })).toBeVisible()
    await expect(header.getByText('Welcome, Maya')).toBeVisible()
    await expect(header.getByRole('button', { name: 'Log out' })).toBeVisible()
  })
  await test.step('the title names the ZIP', async () => {
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toHaveText('Search Results for ZIP: 78701')
  })
  await test.step('with a ZIP in the address the search runs on load', async () => {
    await expect(cards(page)).toHaveCount(Math.min(total, 20))
  })
  await test.step('the count line is {n} professionals found', async () => {
    await expect(count(page)).toHaveText(`${total} professionals found`)
  })
  await test.step('the refine form repeats ZIP, service type, maximum rate and sort', async () => {
    await expect(form(page).getByRole('combobox', { name: 'ZIP code' })).toHaveValue('78701')
    await expect(form(page).getByLabel('Service type')).toHaveValue('')
    await expect(form(page).getByLabel('Max hourly rate')).toHaveValue('')
    await expect(form(page).getByLabel('Sort by')).toHaveValue('rating')
  })
  await test.step('standard, deep, move_in_out and post_construction can be searched for', async () => {
    const values = await form(page)
      .getByLabel('Service type')
      .getByRole('option')
      .evaluateAll((all) => all.map((option) => option.getAttribute('value')))
    expect(values).toEqual(
      expect.arrayContaining(['', 'standard', 'deep', 'move_in_out', 'post_construction']),
    )
  })
  const card = grace(page)
  await test.step('a card shows the name and Professional Cleaner', async () => {
    await expect(card.getByRole('heading', { name: 'Grace Walker Cleaning' })).toBeVisible()
    await expect(card.getByText(/^Professional Cleaner/)).toBeVisible()
  })
  await test.step('a card shows the star rating and the review count', async () => {
    await expect(card.getByText(/^\d\.\d out of 5 stars, \d+ reviews$/)).toBeAttached()
  })
  await test.step('a card shows the hourly rate, and what two hours cost', async () => {
    await expect(card.getByText('from $42.00/hour')).toBeVisible()
    await expect(card.getByText('$84.00', { exact: true })).toBeVisible()
  })
  await test.step('a card shows that the check was a simulated one, and nothing for a missing one', async () => {
    await expect(card.getByText(/ · Demo check · /)).toBeVisible()
    await expect(page.getByText('Background check not completed')).toHaveCount(0)
  })
  await test.step('a card shows the visits, how many of the last were kept, and when the professional is free next', async () => {
    await expect(card.getByText(/^· \d+ visits$/)).toBeVisible()
    await expect(card.getByText(/^kept \d+ of \d+$/)).toBeVisible()
    await expect(card.getByText(/^Next: [A-Z][a-z]{2} \d+:\d\d [AP]M/)).toBeVisible()
  })
  await test.step('no fact that more than 60 % of the results share is on a card', async () => {
    const lines = await cards(page)
      .getByText(/^Professional Cleaner/)
      .allTextContents()
    const facts = lines.flatMap((line) => line.split(' · ').slice(1))
    const often = [...Map.groupBy(facts, (fact) => fact)]
      .filter(
        ([fact, all]) => !/^(Serves:|\+|Demo check)/.test(fact) && all.length > lines.length * 0.6,
      )
      .map(([fact]) => fact)
    expect(lines.length).toBeGreaterThan(10)
    expect(often).toEqual([])
  })
  await test.step('a card shows at most 4 gallery thumbnails, and +N', async () => {
    await expect(card.getByRole('img', { name: /photo/i })).toHaveCount(4)
    await expect(card.getByText(/^\+\d+$/)).toBeVisible()
  })
  await test.step('a card has the buttons View Profile and Contact Professional', async () => {
    await expect(card.getByText('View Profile')).toBeVisible()
    await expect(card.getByText('Contact Professional')).toBeVisible()
  })
  await expectAccessible(page)
})

test('a running search shows Searching... until its results appear', async ({ page }) => {
  await page.goto('/search?zip_code=78701')
  const held = await hold(page, SEARCH)
  await form(page).getByRole('combobox', { name: 'ZIP code' }).fill('60601')
  await submit(page).click()
  await test.step('while the search runs the count line is Searching...', async () => {
    await expect(count(page)).toHaveText('Searching...')
  })
  await test.step('while searching the button is disabled and shows Searching...', async () => {
    await expect(form(page).getByRole('button', { name: 'Searching...' })).toBeDisabled()
  })
  held.release()
  await test.step('then the results appear', async () => {
    await expect(count(page)).toHaveText(/^\d+ professionals found$/)
    await expect(submit(page)).toBeEnabled()
  })
})

// rule: search-filters, search-address
test('every filter and every sort changes the results', async ({ page }) => {
  const zip = 'zip_code=60601&page_size=50'
  const all = await searchByApi(page, zip)

  await test.step('service_type finds professionals who offer it', async () => {
    const { professionals } = await searchByApi(page, `${zip}&service_type=deep`)
    expect(professionals.length).toBeGreaterThan(0)
    expect(professionals.every(({ services_offered }) => services_offered.includes('deep'))).toBe(
      true,
    )
  })
  await test.step('max_rate finds professionals who charge at most that rate', async () => {
    const { professionals } = await searchByApi(page, `${zip}&max_rate=45`)
    const wanted = all.professionals.filter(({ hourly_rate }) => hourly_rate <= 45)
    expect(professionals.length).toBe(wanted.length)
    expect(wanted.length).toBeGreaterThan(0)
  })
  await test.step('min_rating finds professionals with at least that rating', async () => {
    const { professionals } = await searchByApi(page, `${zip}&min_rating=4.5`)
    const wanted = all.professionals.filter(({ rating }) => rating >= 4.5)
    expect(professionals.length).toBe(wanted.length)
    expect(wanted.length).toBeGreaterThan(0)
  })
  // rule: service-types
  await test.step('cleaning_frequency finds those who offer it; all do at first', async () => {
    expect((await searchByApi(page, `${zip}&cleaning_frequency=weekly`)).total).toBe(all.total)
  })
  await page.goto('/search?zip_code=60601')
  await test.step('Lowest Price shows the cheapest first', async () => {
    await form(page).getByLabel('Sort by').selectOption('Lowest Price')
    await submit(page).click()
    await expect(page).toHaveURL(/sort_by=price/)
    const lowest = Math.min(...all.professionals.map(({ hourly_rate }) => hourly_rate))
    await expect(cards(page).first()).toContainText(`$${lowest.toFixed(2)}`)
  })
  await test.step('Most Experience shows 10+ years first', async () => {
    const years = (await searchByApi(page, `${zip}&sort_by=experience`)).professionals.map(
      ({ years_experience }) => years_experience,
    )
    const order = ['10+', '5+', '4', '3', '2', '1']
    expect(years).toEqual(years.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)))
    await form(page).getByLabel('Sort by').selectOption('Most Experience')
    await submit(page).click()
    await expect(page).toHaveURL(/sort_by=experience/)
  })
  await test.step('a refined search has service and rate in the address', async () => {
    await form(page).getByLabel('Service type').selectOption('deep')
    await form(page).getByLabel('Max hourly rate').fill('45')
    await submit(page).click()
    await expect(page).toHaveURL(/service_type=deep&max_rate=45/)
    await page.reload()
    await expect(form(page).getByLabel('Max hourly rate')).toHaveValue('45')
  })
})

// rule: hydration, search-address
test('choices made before hydration are part of the search', async ({ page }) => {
  const scripts = await hold(page, '**/assets/entry-client*')
  await page.goto('/search?zip_code=78701', { waitUntil: 'commit' })
  await form(page).getByLabel('Sort by').selectOption('Newest Pros')
  await form(page).getByLabel('Max hourly rate').fill('45')
  scripts.release()
  const zip = form(page).getByRole('combobox', { name: 'ZIP code' })
  await expect(async () => {
    await zip.fill('Aus')
    await zip.fill('Austin')
    await expect(page.getByRole('listbox')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await zip.fill('78702')
  await submit(page).click()
  await expect(page).toHaveURL(/zip_code=78702&max_rate=45&sort_by=newest/)
})

// rule: search-finds-listed, search-address
test('a visitor sees pages of results, chips of filters, and what is near an unserved ZIP', async ({
  page,
}) => {
  await page.goto('/search?zip_code=60601')
  await test.step('results have pages of twenty', async () => {
    const { total } = await searchByApi(page, 'zip_code=60601')
    await expect(cards(page)).toHaveCount(20)
    await page.getByRole('link', { name: 'Next', exact: true }).click()
    await expect(page).toHaveURL(/page=2$/)
    await expect(cards(page)).toHaveCount(total - 20)
  })
  await test.step('filters without a control on the results are chips that can be removed', async () => {
    await openScreen(page, '/search?zip_code=78701&min_rating=4.5&cleaning_frequency=weekly')
    const chips = page.getByRole('list', { name: 'Active filters' })
    await expect(chips.getByRole('listitem')).toHaveText(['Weekly', '4.5+ Stars'])
    await chips.getByRole('button', { name: 'Remove filter: Weekly' }).click()
    await expect(page).toHaveURL(/\?zip_code=78701&min_rating=4.5$/)
  })
  await openScreen(page, '/search?zip_code=59001')
  await test.step('the count line is No professionals found, exactly once', async () => {
    await expect(count(page)).toHaveText('No professionals found')
    await expect(page.getByText('No professionals found')).toHaveCount(1)
  })
  await test.step('the nearest served ZIP codes are shown with their distance', async () => {
    const nearby = page.getByRole('list', { name: 'Closest places with cleaners' })
    await expect(nearby.getByRole('link').first()).toHaveText(/^\d{5} .+, [A-Z]{2}\d+ mi$/)
  })
  await test.step('the empty state offers a Return Home button', async () => {
    await page.getByRole('link', { name: 'Return Home' }).click()
    await expect(page).toHaveURL(/\/$/)
  })
})

// rule: search-finds-listed
test('an empty ZIP in the address shows Please enter a ZIP code', async ({ page }) => {
  let searches = 0
  await page.route(SEARCH, (route) => {
    searches++
    return route.fallback()
  })
  await page.goto('/search?zip_code=')
  await expect(page.getByRole('alert')).toHaveText('Please enter a ZIP code')
  await submit(page).click()
  await expect(form(page).getByRole('alert')).toHaveText('Please enter a ZIP code')
  expect(searches).toBe(0)
})

test.describe(() => {
  test.use({ expected: [/Failed to load resource/] })

  test('a failed search shows Search failed. Please try again.', async ({ page }) => {
    await page.goto('/search?zip_code=78701')
    const json = { detail: 'No', code: 'unexpected' }
    const failing = `${SEARCH}zip_code=60601*`
    await page.route(failing, (route) => route.fulfill({ status: 500, json }))
    // A form that is sent before it is hydrated loads a page, and its search is the server's.
    await openScreen(page, '/search?zip_code=60601')
    await expect(page.getByRole('alert')).toContainText('Search failed. Please try again.')
    await page.unroute(failing)
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(cards(page).first()).toBeVisible()
  })

  // rule: service-types
  test('on the results a failed read of the service types shows an alert', async ({ page }) => {
    await page.goto('/login')
    const json = { detail: 'No', code: 'unexpected' }
    await page.route('**/api/service-types', (route) => route.fulfill({ status: 500, json }))
    await page.evaluate(() => {
      history.pushState(null, '', '/search?zip_code=78701')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    await expect(page.getByRole('alert')).toContainText(
      'Failed to load service types. Please refresh the page.',
    )
    await expect(cards(page).first()).toBeVisible()
  })
})

// rule: search-card
test('a professional may search, but sees no contact button', async ({ page }) => {
  await logIn(page, DEMO_PEOPLE.lucia.email, DEMO_PASSWORD)
  await page.goto('/search?zip_code=78701')
  await expect(grace(page).getByText('View Profile')).toBeVisible()
  await expect(grace(page).getByText('Contact Professional')).toHaveCount(0)
})

// rule: search-card, accessibility
test('a card is at most 300 px high on a phone in every language, and 340 px on a desktop', async ({
  page,
}) => {
  const boxes = () =>
    cards(page).evaluateAll((all) =>
      all.map((card) => {
        const { bottom, height } = card.getBoundingClientRect()
        return { bottom, height }
      }),
    )
  const highest = async () => Math.max(...(await boxes()).map(({ height }) => height))
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [zip, language] of [
    ['33130', 'en'],
    ['78701', 'pt'],
    ['78701', 'es'],
    ['78701', 'en'],
  ]) {
    await page.goto(`/search?zip_code=${zip}&lang=${language}`)
    await expect(page.locator('html')).toHaveAttribute('lang', language!)
    await expect(cards(page).nth(7)).toBeVisible()
    expect(await highest(), `in ${language}`).toBeLessThanOrEqual(300)
  }
  await test.step('two cards are above the tab bar of a phone', async () => {
    const tabs = await page.getByRole('navigation').last().boundingBox()
    expect((await boxes())[1]!.bottom).toBeLessThanOrEqual(tabs!.y)
  })
  await test.step('six cards are in view on a desktop', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(await highest()).toBeLessThanOrEqual(340)
    expect((await boxes())[5]!.bottom).toBeLessThanOrEqual(900)
  })
  await test.step('all of a card opens the profile', async () => {
    await cards(page)
      .first()
      .click({ position: { x: 60, y: 60 } })
    await expect(page).toHaveURL(/\/professional\/[a-z-]+\?zip_code=78701/)
  })
})

// rule: search-card
test('without photos a card shows the initials', async ({ page }) => {
  type Card = { gallery_images: string[] }
  await page.goto('/')
  await answerWith<{ professionals: Card[] }>(page, '**/search/enhanced**', (found) => ({
    ...found,
    professionals: found.professionals.map((card) => ({ ...card, gallery_images: [] })),
  }))
  await page.getByRole('combobox').first().fill('78701')
  await page.getByRole('button', { name: 'Search' }).first().click()
  await expect(grace(page).getByText('No photos yet')).toBeVisible()
  await expect(grace(page).getByText('GW', { exact: true }).first()).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  // rule: search-card
  test('eight cards are shown, a press shows the others without a request, and Back finds them', async ({
    page,
  }) => {
    const { total } = await searchByApi(page, 'zip_code=78701')
    const all = Math.min(total, 20)
    await page.goto('/search?zip_code=78701')
    await expect(cards(page)).toHaveCount(8)
    const links = page.locator('main article h2 a')
    await test.step('the page that the server sends links to all of them', async () => {
      await expect(links).toHaveCount(all)
    })
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(3000)
    let searches = 0
    await page.route(SEARCH, (route) => {
      searches++
      return route.continue()
    })
    const more = page.getByRole('button', { name: 'Show more' })
    // Before the page is hydrated a click does nothing.
    await expect(async () => {
      await more.click({ timeout: 1000 })
      await expect(cards(page)).toHaveCount(all, { timeout: 1000 })
    }).toPass()
    await expect(links.nth(8)).toBeFocused()
    await expect(more).toHaveCount(0)
    expect(searches).toBe(0)
    await links.nth(all - 1).click()
    await expect(page.getByRole('heading', { level: 1 })).not.toContainText('78701')
    await page.goBack()
    await expect(cards(page)).toHaveCount(all)
    await expect(links.nth(all - 1)).toBeInViewport()
  })
})
