// rule: profile-content
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../../server/demo/market/demo-people.ts'
import { dialogOf, submitOf } from '../../support/booking-dialog.ts'
import { answerWith } from '../../support/server/answer-with.ts'
import { claimNow } from '../../support/claims.ts'
import { logIn, test } from '../../support/journey.ts'

const GRACE = '/professional/grace-walker'
const SEARCH = '/search?zip_code=78701&sort_by=price'
const FAILED_LOAD = /Failed to load resource/

/** The address of Grace's profile for signed-in people. */
async function gracePath(page: Page, query = ''): Promise<string> {
  const answer = await page.request.get('/api/public/professional/grace-walker')
  const { professional } = (await answer.json()) as { professional: { user_id: string } }
  return `/professionals/${professional.user_id}${query}`
}

const bookingCard = (page: Page) => page.getByRole('region', { name: 'Request a visit' })
const overview = (page: Page) => page.getByRole('region', { name: 'Overview' })
const header = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first()

// rule: profile-content, profile-booking
test('a client reads a profile and can book, write and open photos', async ({ page }) => {
  await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
  await page.goto(await gracePath(page, '?zip_code=78701&sort_by=price'))

  await test.step('the heading is the name and Cleaning', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Grace Walker Cleaning')
  })
  await test.step('stars and verification badge are shown', async () => {
    await expect(page.getByText(/out of 5 stars, \d+ reviews/).first()).toBeAttached()
    await expect(page.getByText('Demo check', { exact: true })).toBeVisible()
  })
  await test.step('before the first contact the client reads what the professional will see', async () => {
    await expect(bookingCard(page)).toContainText('Grace gets your name, phone and email.')
  })
  await test.step('services and service areas are listed', async () => {
    const services = page.getByRole('region', { name: 'Services', exact: true })
    await expect(services.getByRole('listitem')).toHaveText([
      'Standard Cleaning',
      'Deep Cleaning',
      'Move In/Out Cleaning',
      'Post-Construction Cleaning',
    ])
    const areas = page.getByRole('region', { name: 'Service areas' })
    await expect(areas).toContainText('Austin, TX · Round Rock, TX · Cedar Park, TX')
  })
  await test.step('the About section contains the bio', async () => {
    const about = page.getByRole('region', { name: 'About' })
    await expect(about).toContainText(DEMO_PEOPLE.grace.bio)
  })
  await test.step('the Client Reviews section shows the number of reviews', async () => {
    await expect(
      page.getByRole('heading', { name: /^Client Reviews\s*\d+ reviews$/ }),
    ).toBeVisible()
  })
  await test.step('Overview shows the number of reviews as Hires', async () => {
    const count = await page.getByRole('heading', { name: /^Client Reviews/ }).textContent()
    const hires = overview(page).getByRole('term').filter({ hasText: 'Hires' }).locator('..')
    await expect(hires).toHaveText(`Hires${/\d+/.exec(count ?? '')?.[0]}`)
  })
  await test.step('Overview shows Employees 1-3 and the years of experience', async () => {
    const fact = (term: string) =>
      overview(page).getByRole('term').filter({ hasText: term }).locator('..')
    await expect(fact('Employees')).toHaveText('Employees1-3')
    await expect(fact('Years of experience')).toHaveText('Years of experience10+')
  })
  await test.step('from three answers on the measured answer time is shown', async () => {
    const answers = page.getByRole('term').filter({ hasText: 'Answers in' }).locator('..')
    await expect(answers).toHaveText(/^Answers in\d+ (minutes|hours|days)$/)
  })
  await test.step('an approved background check has a tick and an explanation', async () => {
    const mark = overview(page).getByText('Background check', { exact: true }).locator('../..')
    await expect(mark.locator('svg path')).toHaveAttribute('d', 'm5 12.5 4.5 4.5L19 7.5')
    await expect(mark).toContainText('only the format of the Social Security Number was checked')
  })
  await test.step('the booking card stays in view', async () => {
    await page.getByRole('region', { name: 'About' }).evaluate((about) => about.scrollIntoView())
    await expect(bookingCard(page)).toBeInViewport({ ratio: 1 })
    await expect(bookingCard(page)).toContainText('$42.00/hour')
  })
  await test.step('clients see Contact in the header and Contact Professional on the card', async () => {
    await expect(page.getByRole('button', { name: 'Contact', exact: true })).toBeVisible()
    await expect(
      bookingCard(page).getByRole('button', { name: 'Contact Professional' }),
    ).toBeVisible()
  })
  await test.step('Book Now opens the booking dialog, and the focus returns to the button', async () => {
    await header(page, 'Book Now').press('Enter')
    await expect(page.getByRole('dialog', { name: 'Book Service' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(header(page, 'Book Now')).toBeFocused()
  })
  await test.step('the profile photo opens the lightbox', async () => {
    await page.getByRole('button', { name: 'See the portrait of Grace Walker Cleaning' }).click()
    const photos = page.getByRole('dialog', { name: 'Photos' })
    await expect(photos.getByAltText('Portrait of Grace Walker Cleaning')).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await test.step('the Before & After Projects grid opens the lightbox', async () => {
    const projects = page.getByRole('region', { name: 'Before & After Projects' })
    await projects.getByRole('button').nth(2).click()
    await expect(page.getByRole('dialog', { name: 'Photos' }).getByText('3 of 5')).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await test.step('Back to Search Results opens the search that found the profile', async () => {
    await page.getByRole('link', { name: 'Back to Search Results' }).click()
    await expect(page).toHaveURL(SEARCH)
  })
})

test('the page shows Loading professional profile... while the profile loads', async ({ page }) => {
  await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
  const path = await gracePath(page)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/professional/public-view/**', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(path)
  await expect(page.getByText('Loading professional profile...')).toBeVisible()
  release()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Grace Walker Cleaning')
})

test('business name, social link, employees and a simulated check are public', async ({ page }) => {
  await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
  const path = await gracePath(page)
  type Viewed = { professional: object }
  await answerWith(page, '**/api/professional/public-view/**', (viewed: Viewed) => ({
    ...viewed,
    professional: {
      ...viewed.professional,
      business_name: 'Bright Rooms LLC',
      social_media_url: 'https://www.instagram.com/brightrooms',
      employees_count: '4-6',
      background_check_simulated: true,
      median_answer_minutes: null,
      leaves_unanswered: true,
    },
  }))
  await page.goto(path)
  await expect(page.getByText('Bright Rooms LLC')).toBeVisible()
  const social = overview(page).getByRole('link', { name: 'instagram.com' })
  await expect(social).toHaveAttribute('href', 'https://www.instagram.com/brightrooms')
  await expect(overview(page)).toContainText('Employees4-6')
  await expect(overview(page)).toContainText('Answers fewer than half of requests')
  await expect(page.getByText('Demo check', { exact: true })).toBeVisible()
})

// rule: profile-booking
test('a professional may read another profile, but not book or write', async ({ page }) => {
  await logIn(page, DEMO_PEOPLE.ana.email, DEMO_PASSWORD)
  await page.goto(await gracePath(page))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await test.step('professionals see no contact button on a profile', async () => {
    await expect(page.getByRole('button', { name: /^Contact/ })).toHaveCount(0)
  })
  await test.step('a professional who presses Book Now must log in as a client', async () => {
    await page.getByRole('button', { name: 'Book Now' }).first().click()
    await expect(page.getByRole('alert')).toHaveText('Please login as a client to book services')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

test('the profile of a new professional shows defaults and names what is missing', async ({
  page,
}) => {
  await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
  const path = await gracePath(page)
  // The demo data contains no professional who is so new.
  type Viewed = { professional: object }
  const calls = '**/api/professional/public-view/**'
  await answerWith(page, calls, ({ professional, ...rest }: Viewed) => {
    const bare = {
      background_check_status: 'pending',
      isBackgroundCheckVerified: false,
      median_answer_minutes: null,
      completed_bookings: 0,
      total_reviews: 0,
      rating: 0,
      reviews: [],
      gallery_images: [],
      profile_image_url: null,
      bio: '',
      years_experience: '',
    }
    return { ...rest, professional: { ...professional, ...bare } }
  })
  await page.goto(path)

  await test.step('the page shows Responds within 2 hours only while most answers come so soon', async () => {
    const { measured, enabled } = await claimNow(page, 'responds_2h')
    expect(enabled).toBe(measured === null || measured.value >= 50)
    await expect(overview(page).getByText('Responds within 2 hours')).toHaveCount(enabled ? 1 : 0)
  })
  await test.step('without an approved background check an empty circle is shown', async () => {
    const mark = overview(page).getByText('Background check', { exact: true }).locator('../..')
    await expect(mark.locator('svg circle')).toHaveCount(1)
    await expect(mark).toContainText("hasn't completed a background check")
    await expect(page.getByText('Background check not completed')).toBeVisible()
  })
  await test.step('years of experience are 3 by default', async () => {
    const years = overview(page).getByRole('term').filter({ hasText: 'Years' }).locator('..')
    await expect(years).toHaveText('Years of experience3')
  })
  await test.step('the page names the photos, bio and reviews that are missing', async () => {
    await expect(page.getByText('No photos yet')).toBeVisible()
    await expect(page.getByText('Photos after the first visits')).toBeVisible()
    await expect(page.getByText("Grace hasn't written anything here yet.")).toBeVisible()
    await expect(page.getByText('No reviews yet').first()).toBeVisible()
  })
})

// rule: profile-booking
test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the figures that decide stand in the first view, above the story and the reviews', async ({
    page,
  }) => {
    await page.goto(GRACE)
    const figures = page
      .getByRole('term')
      .filter({ hasText: /^Visits kept$/ })
      .locator('../..')
    await expect(figures).toHaveText(/^Visits\d+Visits kept\d+ of \d+Answers in\d+ \w+$/)
    const top = async (locator: Locator) => (await locator.boundingBox())!.y
    expect(await top(figures)).toBeLessThan(500)
    expect(await top(page.getByText('Demo check', { exact: true }))).toBeLessThan(560)
    const order = ['About', 'Services', 'Before & After Projects', 'Service areas', 'Overview']
    const tops = []
    for (const name of order) tops.push(await top(page.getByRole('region', { name, exact: true })))
    expect(tops).toEqual(tops.toSorted((one, other) => one - other))
  })

  test('a fixed bottom bar shows Book for $rate/hour', async ({ page }) => {
    await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
    await page.goto(await gracePath(page))
    const bar = page.getByRole('link', { name: 'Book for $42.00/hour' })
    await expect(bar).toBeInViewport({ ratio: 1 })
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect(bar).toBeInViewport({ ratio: 1 })
    await test.step('clients see Contact in it too', async () => {
      const contact = page.getByRole('main').getByRole('link', { name: 'Contact', exact: true })
      await expect(contact).toBeInViewport({ ratio: 1 })
      await contact.click()
    })
    const told = page.getByRole('dialog').getByText('Grace gets your name, phone and email.')
    await test.step('before the first contact and before a booking clients read who sees what', async () => {
      await expect(told).toBeInViewport()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await bar.click()
      const dialog = dialogOf(page)
      await submitOf(dialog).click()
      await dialog.getByRole('grid').last().getByRole('gridcell').first().click()
      await expect(told).toBeInViewport()
    })
  })

  for (const lang of ['es', 'pt']) {
    test(`the bar names the whole price and its button stays on one line at 320 px, in ${lang}`, async ({
      page,
    }) => {
      await page.setViewportSize({ width: 320, height: 700 })
      await page.goto(`${GRACE}?lang=${lang}`)
      const bar = page.locator('.bottom-bar')
      const button = bar.getByRole('link')
      const heightOf = async () => (await button.boundingBox())!.height
      expect(await heightOf()).toBeLessThan(48)
      expect((await bar.boundingBox())!.height).toBeLessThan(80)
      await page.locator('[aria-labelledby=next-free] [role=gridcell]').last().click()
      const price = bar.getByText(/^ · \D*\d+$/)
      await expect(price).toBeVisible()
      expect(await price.evaluate((node) => node.scrollWidth <= node.clientWidth + 1)).toBe(true)
      expect(await heightOf()).toBeLessThan(48)
      const [left, right] = [await price.boundingBox(), await button.boundingBox()]
      expect(left!.x + left!.width).toBeLessThanOrEqual(right!.x)
    })
  }

  test('a visitor can sign up, but not book', async ({ page }) => {
    await page.goto(GRACE)
    const bar = page.getByRole('link', { name: 'Sign up to book' })
    await expect(bar).toBeInViewport({ ratio: 1 })
    await expect(page.getByText(/Book for|Book Now/)).toHaveCount(0)
    await bar.click()
    await expect(page).toHaveURL(/\/register\?next=/)
  })
})

// rule: profile-booking, profile-addresses
test('a visitor reads the public profile, which invites them to sign up', async ({ page }) => {
  for (const path of [GRACE, '/profile/grace-walker']) {
    await test.step('/professional/{slug} and /profile/{slug} open a public profile', async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Grace Walker Cleaning')
    })
  }
  await test.step('an address in capitals opens the public profile too', async () => {
    await page.goto('/professional/GRACE-WALKER')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Grace Walker Cleaning')
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/grace-walker$/)
  })
  await test.step('the public profile has no booking and no contact', async () => {
    const main = page.getByRole('main')
    await expect(main.getByRole('link', { name: /Book Now|^Contact/ })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /Book Now|Leave a Review/ })).toHaveCount(0)
  })
  await test.step('Want to book this professional? has a Sign up link to the root of the site', async () => {
    const invitation = page.getByText('Want to book this professional?').first()
    await expect(invitation).toBeVisible()
    await expect(invitation.getByRole('link', { name: 'Sign up' })).toHaveAttribute(
      'href',
      /^\/\?next=/,
    )
  })
})

// rule: profile-addresses
test('a client who opens a public address is redirected to the profile with booking', async ({
  page,
}) => {
  await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
  await page.goto(`${GRACE}?zip_code=78701`)
  await expect(page).toHaveURL(await gracePath(page, '?zip_code=78701'))
  await expect(header(page, 'Book Now')).toBeVisible()
})

// rule: profile-addresses, profile-booking
test('a professional sees their own public profile without booking and without an invitation', async ({
  page,
}) => {
  await logIn(page, DEMO_PEOPLE.grace.email, DEMO_PASSWORD)
  await page.goto(GRACE)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Grace Walker Cleaning')
  await expect(page.getByText('Want to book this professional?')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Book Now' })).toHaveCount(0)
})

// rule: profile-addresses
test.describe('failures', () => {
  test.use({ expected: [FAILED_LOAD] })

  test('the public profile returns home on a 404 and shows why', async ({ page }) => {
    const answer = await page.goto('/professional/nobody-at-all')
    expect(answer?.status()).toBe(404)
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('alert')).toHaveText('This professional is not available.')
  })

  // rule: profile-addresses, failures
  test('the public profile returns home on any error and shows why', async ({ page }) => {
    await page.goto(SEARCH)
    await page.route('**/api/public/professional/**', (route) =>
      route.fulfill({ status: 500, json: { detail: 'No', code: 'unexpected' } }),
    )
    await page
      .getByRole('link', { name: /^View Profile/ })
      .first()
      .click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('alert')).toHaveText(
      'Something went wrong on our side. Please try again.',
    )
  })

  test('when the profile cannot be loaded, the reviews of the search result are shown', async ({
    page,
  }) => {
    await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
    await page.goto(SEARCH)
    await page.route('**/api/professional/public-view/**', (route) =>
      route.fulfill({ status: 500, json: { detail: 'No', code: 'unexpected' } }),
    )
    await page
      .getByRole('link', { name: /^View Profile/ })
      .first()
      .click()
    const list = page.getByRole('group', { name: /Client Reviews/ })
    await expect(list.getByRole('listitem').first()).toBeVisible()
  })
})
