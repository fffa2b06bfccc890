// rule: contact-page
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { DEMO_PASSWORD, DEMO_PEOPLE } from '../../server/demo/market/demo-people.ts'
import { LANGUAGES } from '#contract/product.ts'
import { expectAccessible, logIn, newEmail, readIn, test } from '../support/journey.ts'
import { translationsIn } from '../support/translations.ts'

const CALL = '**/api/contact'
const TEXT = 'My visit of last Friday is still shown as open. What should I do?'

test.use({ expected: [/Failed to load resource/] })

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const status = (page: Page) => page.getByRole('main').getByRole('status')
const send = (page: Page) => page.getByRole('button', { name: 'Send message' }).click()

test('a visitor writes to us from the footer, and gets the number of the message', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact us')
  await test.step('what is missing stands at its field, and the first one has the focus', async () => {
    await send(page)
    await expect(field(page, 'Topic')).toBeFocused()
    await expect(field(page, 'Topic')).toHaveAccessibleDescription(
      'Please choose what it is about.',
    )
    await expect(field(page, 'Name')).toHaveAccessibleDescription('Please enter your name.')
    await expect(field(page, 'Message')).toHaveAccessibleDescription(/Please write a little more\./)
  })
  await field(page, 'Topic').selectOption('A booking')
  await field(page, 'Name').fill('Noor Haddad')
  await field(page, 'Email').fill(newEmail())
  await field(page, 'Message').fill(TEXT)
  await test.step('a failure is shown, and keeps what was typed', async () => {
    await page.route(CALL, (route) => route.abort('internetdisconnected'))
    await send(page)
    await expect(page.getByRole('alert')).toHaveText(
      'Unable to connect to server. Please check your internet connection.',
    )
    await expect(field(page, 'Message')).toHaveValue(TEXT)
    await page.unroute(CALL)
  })
  await test.step('a problem that only the server finds stands at its field', async () => {
    const msg = 'Please enter a valid email address.'
    const detail = [{ msg, loc: ['body', 'email'], type: 'email_invalid' }]
    const json = { code: 'invalid_input', detail }
    await page.route(CALL, (route) => route.fulfill({ status: 422, json }))
    await send(page)
    await expect(field(page, 'Email')).toHaveAccessibleDescription(msg)
    await expect(field(page, 'Email')).toBeFocused()
    await page.unroute(CALL)
  })
  await send(page)
  await expect(status(page)).toContainText(
    'We got your message. We answer by email within 2 working days.',
  )
  await expect(status(page)).toContainText(/number is C-\d+\./)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Write another message' }).click()
  await expect(field(page, 'Message')).toHaveValue('')
})

test('a signed-in user finds name and email filled in, and cannot change them', async ({
  page,
}) => {
  await logIn(page, DEMO_PEOPLE.maya.email, DEMO_PASSWORD)
  await page.goto('/contact')
  await expect(field(page, 'Name')).toHaveValue('Maya Thompson')
  await expect(field(page, 'Email')).toHaveValue(DEMO_PEOPLE.maya.email)
  await expect(field(page, 'Email')).not.toBeEditable()
  await field(page, 'Topic').selectOption('Privacy')
  await field(page, 'Message').fill(TEXT)
  await send(page)
  await expect(status(page)).toContainText('We got your message.')
})

test("'contact support' leads to the contact page, in each language", async ({ page }) => {
  await logIn(page, DEMO_PEOPLE.grace.email, DEMO_PASSWORD)
  const detail = 'Professional account not found. Please contact support.'
  const json = { code: 'account_not_found', detail }
  await page.route('**/api/professional/dashboard/**', (route) =>
    route.fulfill({ status: 404, json }),
  )
  await page.goto('/dashboard')
  for (const language of LANGUAGES) {
    const t = translationsIn(language)
    await readIn(page, language)
    await expect(page.getByText(t('errors:account_not_found'))).toBeVisible()
    await page.getByRole('link', { name: t('support:phrase') }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('support:title'))
    await expect(page.getByLabel(t('support:name'), { exact: true })).toHaveValue('Grace Walker')
    await page.goBack()
  }
})

// rule: help-and-legal-pages
test('terms and privacy are in the footer, and follow the language', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of use')
  const rules = page.getByRole('main').locator('details').first()
  await expect(rules.locator('p').first()).toBeHidden()
  await rules.getByRole('heading').click()
  await expect(rules.locator('p').first()).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy')
  await page.locator('footer select').selectOption('es')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacidad')
  await expect(page).toHaveTitle('Privacidad · Lustra')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacidad')
  await page.getByRole('main').getByRole('link', { name: 'Contacto' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contáctanos')
})

test('the link of our answer shows the thread, and takes what the person writes back', async ({
  page,
}) => {
  const at = '2026-11-20T15:00:00.000Z'
  const thread = {
    number: 'C-12',
    topic: 'booking',
    messages: [
      { from: 'you', text: TEXT, at },
      { from: 'lustra', text: 'It is completed now.', at },
    ],
    closed: true,
  }
  await page.route('**/api/support/*', (route) => {
    if (route.request().method() === 'GET') return route.fulfill({ json: thread })
    const { text } = route.request().postDataJSON() as { text: string }
    const messages = [...thread.messages, { from: 'you', text, at }]
    return route.fulfill({ json: { ...thread, messages, closed: false } })
  })
  await page.goto('/support#token=example')
  await expect(page.getByRole('heading', { name: 'C-12: A booking' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'It is completed now.' })).toBeVisible()
  await expect(page.getByText("If you write again, we'll reopen it.")).toBeVisible()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(field(page, 'Reply')).toHaveAccessibleDescription(/Please write a little more\./)
  await field(page, 'Reply').fill('Thank you!')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(status(page)).toContainText("We'll answer by email.")
  await expect(page.getByRole('listitem').filter({ hasText: 'Thank you!' })).toBeVisible()
  await expectAccessible(page)
})
