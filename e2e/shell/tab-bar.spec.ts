// rule: navigation
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { DEMO_PEOPLE, DEMO_PASSWORD } from '../../server/demo/market/demo-people.ts'
import { field, openMayaConversation } from '../support/conversation.ts'
import { expectAccessible, logIn, openScreen, test } from '../support/journey.ts'

const PHONE = { width: 390, height: 844 }
test.use({ viewport: PHONE })

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const tab = (page: Page, name: string) => bar(page).getByRole('link', { name })

/** Opens each tab, and expects the address that it leads to and its mark. */
async function expectTabs(page: Page, tabs: Record<string, string>): Promise<void> {
  await expect(bar(page).getByRole('link')).toHaveCount(Object.keys(tabs).length)
  for (const [name, path] of Object.entries(tabs)) {
    await tab(page, name).click()
    await expect(page).toHaveURL(path)
    await expect(tab(page, name)).toHaveAttribute('aria-current', /page|true/)
  }
}

test('a client finds home, search, visits, messages and their account at the lower edge of a phone', async ({
  page,
}) => {
  await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
  await page.goto('/marketplace')
  await test.step('the header has 48 px with the logo and the bell, the bar 56 px', async () => {
    const header = await page.getByRole('banner').boundingBox()
    expect(header?.height).toBe(49)
    const box = await bar(page).boundingBox()
    expect(box).toMatchObject({ height: 56, y: PHONE.height - 56 })
    await expect(page.getByRole('banner').getByRole('button')).toHaveCount(1)
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
  })
  await expectTabs(page, {
    Home: '/marketplace',
    Search: '/search',
    Visits: '/bookings',
    Messages: '/messages',
    You: '/you',
  })
  await expectAccessible(page)
  await test.step('You has what belongs to the account, and Log out', async () => {
    const main = page.getByRole('main')
    const names = ['Your homes', 'Regular visits', 'Settings', 'Security', 'Help', 'Terms']
    for (const name of names)
      await expect(main.getByRole('link', { name, exact: true })).toBeVisible()
    await main.getByRole('link', { name: 'Your homes' }).click()
    await expect(page).toHaveURL('/homes')
    await expect(tab(page, 'You')).toHaveAttribute('aria-current', 'true')
    await tab(page, 'You').click()
    await main.getByRole('button', { name: 'Install app' }).click()
    await expect(page.getByRole('dialog', { name: 'Install Lustra' })).toBeVisible()
    await page.keyboard.press('Escape')
    await main.getByRole('combobox', { name: 'Language' }).selectOption('es')
    await expect(
      page.getByRole('banner').getByRole('link', { name: 'Inicio', exact: true }),
    ).toBeVisible()
    await main.getByRole('button', { name: 'Cerrar sesión' }).click()
    await expect(page).toHaveURL('/')
  })
})

test('a professional finds today, schedule, messages, earnings and their account there', async ({
  page,
}) => {
  await logIn(page, DEMO_PEOPLE.grace.email, DEMO_PASSWORD)
  await page.goto('/dashboard')
  await expectTabs(page, {
    Today: '/dashboard',
    Schedule: '/dashboard/week',
    Messages: '/messages',
    Earnings: '/dashboard/receipts',
    You: '/you',
  })
  const main = page.getByRole('main')
  for (const name of ['Edit Profile', 'Regular visits', 'Settings'])
    await expect(main.getByRole('link', { name, exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('a visitor finds search, login and the way for cleaners there, and the footer', async ({
  page,
}) => {
  await page.goto('/')
  await expectTabs(page, {
    Search: '/search',
    'Log in': '/login',
    'For cleaners': '/register?role=professional',
  })
  await tab(page, 'Search').click()
  await test.step('without a ZIP the fields of the search stand on the screen', async () => {
    await page.getByRole('main').getByRole('combobox', { name: 'ZIP code' }).fill('78701')
    await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page).toHaveURL(/\/search\?zip_code=78701/)
    await expect(tab(page, 'Search')).toHaveAttribute('aria-current', 'page')
  })
  await test.step('the registration of a client belongs to another tab than that of a cleaner', async () => {
    await tab(page, 'For cleaners').click()
    await expect(tab(page, 'For cleaners')).toHaveAttribute('aria-current', 'true')
    await tab(page, 'Log in').click()
    await page.getByRole('link', { name: 'New here? Create an account' }).click()
    await expect(tab(page, 'Log in')).toHaveAttribute('aria-current', 'true')
    await expect(tab(page, 'For cleaners')).not.toHaveAttribute('aria-current')
  })
  await expect(page.getByRole('contentinfo')).toBeVisible()
})

// rule: message-screen
test('a screen with an action of its own at the lower edge has no tab bar', async ({ page }) => {
  await openMayaConversation(page)
  await expect(field(page)).toBeInViewport({ ratio: 1 })
  await expect(bar(page)).toBeHidden()
  await page.goto('/professional/grace-walker')
  await expect(page.getByRole('link', { name: 'Book for $42.00/hour' })).toBeInViewport()
  await expect(bar(page)).toBeHidden()
  await page.goto('/bookings')
  await expect(bar(page)).toBeVisible()
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true })

  test('the bar hides while something is typed', async ({ page }) => {
    await page.goto('/login')
    await expect(bar(page)).toBeVisible()
    await page.getByRole('textbox').first().tap()
    await expect(bar(page)).toBeHidden()
    await page.getByRole('heading', { level: 1 }).tap()
    await expect(bar(page)).toBeVisible()
  })
})

test('from 768 px on the links stand in the header', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 800 })
  await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
  await page.goto('/marketplace')
  const header = page.getByRole('banner')
  await expect(tab(page, 'My bookings')).toBeVisible()
  await header.getByRole('button', { name: 'Welcome, Maya' }).click()
  await expect(header.getByRole('link', { name: 'Help' })).toBeVisible()
  await header.getByRole('combobox', { name: 'Language' }).selectOption('pt')
  const bookings = header.getByRole('link', { name: 'Meus agendamentos' })
  await expect(bookings).toBeVisible()
  await openScreen(page, '/bookings')
  await expect(bookings).toHaveAttribute('aria-current', 'page')
})
