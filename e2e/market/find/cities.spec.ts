// rule: city-pages
import { expect } from '@playwright/test'
import { test } from '../../support/journey.ts'

// rule: home-first-view
test('a visitor goes from home to a city, and from there to a search or a nearby city', async ({
  page,
}) => {
  await page.goto('/')
  const largest = page.getByRole('region', { name: 'Where people book' }).getByRole('link').first()
  const [place] = (await largest.innerText()).split('\n')
  await largest.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`House cleaning in ${place}`)
  await page.goto('/house-cleaning/tx/austin')
  await expect(page).toHaveTitle('House cleaning in Austin, TX · Lustra')
  await expect(page.getByRole('article')).toHaveCount(6)

  await test.step('more ZIP codes open on demand, by keyboard too', async () => {
    const zips = page.getByRole('region', { name: 'ZIP codes' })
    const before = await zips.getByRole('link').count()
    await zips.getByText(/more ZIP codes/).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => zips.getByRole('link').count()).toBeGreaterThan(before)
  })
  await test.step('a ZIP code leads to its search', async () => {
    await page.getByRole('link', { name: '78704' }).click()
    await expect(page).toHaveURL('/search?zip_code=78704')
    await page.goBack()
  })
  await test.step('a nearby city has its own page', async () => {
    // The nearest cities have one professional each, and no page without them.
    const nearby = page.getByRole('region', { name: 'Near Austin' })
    await nearby.getByRole('link', { name: 'Round Rock, TX' }).click()
    await expect(page).toHaveURL('/house-cleaning/tx/round-rock')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'House cleaning in Round Rock, TX',
    )
  })
  await test.step('the breadcrumbs lead to the state and to all cities', async () => {
    await page.getByRole('link', { name: 'Texas', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('House cleaning in Texas')
    await page.getByRole('link', { name: 'All cities' }).click()
    await page.getByRole('link', { name: /^Texas/ }).click()
    await expect(page).toHaveURL('/house-cleaning/tx')
  })
})

// rule: city-pages, failures
test.describe('a city without professionals', () => {
  test.use({ expected: [/Failed to load resource/] })

  test('has no page', async ({ page }) => {
    const answer = await page.goto('/house-cleaning/tx/nowhere')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible()
  })
})
