// rule: accessibility
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { DEMO_PEOPLE } from '../../server/demo/market/demo-people.ts'
import { submitOf } from '../support/booking-dialog.ts'
import { inDays } from '../support/new-client.ts'
import { newEmail, test } from '../support/journey.ts'
import { translationsIn } from '../support/translations.ts'

const TABS_MAX = 60

/** Presses Tab until the control has focus. The limit is above any real distance and detects a keyboard trap. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let pressed = 0; pressed < TABS_MAX; pressed += 1) {
    if (await target.evaluate((node) => node === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target, 'is reached with the Tab key').toBeFocused()
}

// In Spanish and Portuguese, by the mouse: e2e/bookings/home-to-booked.spec.ts.
test('a visitor books with the keyboard alone, and screen readers get the right structure', async ({
  page,
}) => {
  const t = translationsIn('en')
  const key = (name: string) => page.keyboard.press(name)
  const type = (text: string) => page.keyboard.type(text)
  const body = page.locator('body')
  const main = page.getByRole('main')
  const { slug, zip } = DEMO_PEOPLE.ana
  const name = 'Ana Souza Cleaning'

  // rule: navigation, profile-booking
  await test.step('home: the first link skips the header, and the search form is in the main part', async () => {
    await page.goto('/')
    await expect(body).toMatchAriaSnapshot(`
        - link "${t('app:skip_to_content')}"
        - banner:
          - link "${t('app:home_link')}"
          - navigation "${t('app:nav.label')}":
            - link "${t('app:nav.for_professionals')}"
            - link "${t('app:nav.login')}"
            - link "${t('app:nav.sign_up')}"
        - main:
          - heading "${t('app:tagline')}" [level=1]
          - search:
            - combobox "${t('find:zip_code')}"
            - combobox "${t('find:service_type')}"
            - button "${t('find:submit')}"
        - contentinfo:
          - combobox "${t('app:language')}"
      `)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await key('Tab')
    await expect(page.getByRole('link', { name: t('app:skip_to_content') })).toBeFocused()
    await key('Enter')
    await expect(main).toBeFocused()
  })

  const zipField = page.getByRole('search').getByRole('combobox', { name: t('find:zip_code') })
  await test.step('a search without a place shows the problem at the field', async () => {
    await tabTo(page, zipField)
    await key('Enter')
    await expect(page.getByRole('alert')).toHaveText(t('errors:zip_required'))
    await expect(zipField).toBeFocused()
    await expect(zipField).toHaveAttribute('aria-invalid', 'true')
    await expect(zipField).toHaveAccessibleDescription(t('errors:zip_required'))
  })

  await test.step('the suggested places are announced while the arrow keys move through them', async () => {
    await type(zip)
    const place = page.getByRole('listbox').getByRole('option').first()
    await expect(place).toBeVisible()
    await expect(zipField).toHaveAttribute('aria-expanded', 'true')
    await key('ArrowDown')
    await expect(place).toHaveAttribute('aria-selected', 'true')
    await expect(zipField).toHaveAttribute(
      'aria-activedescendant',
      (await place.getAttribute('id')) ?? '',
    )
    await key('Escape')
    await expect(zipField).toHaveAttribute('aria-expanded', 'false')
    await key('Enter')
  })

  const viewProfile = page.getByRole('link', {
    name: `${t('professionals:view_profile')}: ${name}`,
  })
  await test.step('results: the number is announced, and each result has a heading, a price and two links', async () => {
    await expect(page).toHaveURL(/\/search\?/)
    await expect(main).toMatchAriaSnapshot(`
        - main:
          - 'heading "${t('find:title', { zip })}" [level=1]'
          - status: /\\d+ .+/
          - article:
            - heading /.+ Cleaning/ [level=2]:
              - link
            - paragraph:
              - strong: /\\$\\d+/
            - 'link /${t('professionals:view_profile')}: .+/'
            - 'link /${t('professionals:contact_professional')}: .+/'
      `)
    await tabTo(page, viewProfile)
    await key('Enter')
  })

  await test.step('profile: the name, then free times, biography, services and reviews, and a link to book', async () => {
    await expect(page).toHaveURL(new RegExp(`/professional/${slug}`))
    await expect(main).toMatchAriaSnapshot(`
        - main:
          - heading "${name}" [level=1]
          - region "${t('public_profile:next_free')}":
            - heading "${t('public_profile:next_free')}" [level=2]
          - region "${t('professionals:about')}":
            - heading "${t('professionals:about')}" [level=2]
          - region "${t('professionals:services')}":
            - heading "${t('professionals:services')}" [level=2]
          - region /${t('reviews:title')} .+/:
            - heading /${t('reviews:title')} .+/ [level=2]
      `)
    const card = page.getByRole('region', { name: t('public_profile:booking_title') })
    await tabTo(page, card.getByRole('link', { name: t('public_profile:sign_up'), exact: true }))
    await key('Enter')
  })

  const field = (label: string) => main.getByLabel(label, { exact: true })
  await test.step('signing up: each problem is described at its field, and the first such field gets focus', async () => {
    const submit = page.getByRole('button', { name: t('identity:register.submit') })
    await tabTo(page, submit)
    await key('Enter')
    const first = field(t('identity:first_name'))
    await expect(first).toBeFocused()
    await expect(first).toHaveAttribute('aria-invalid', 'true')
    await expect(first).toHaveAccessibleDescription(/.+/)
    await type('Robin')
    for (const [label, text] of [
      [t('identity:last_name'), 'Journey'],
      [t('identity:email'), newEmail()],
      [t('identity:phone'), '512-555-0177'],
      [t('identity:password'), 'polished floors 7'],
    ] as const) {
      await tabTo(page, field(label))
      await type(text)
    }
    await tabTo(page, submit)
    await key('Enter')
  })

  const dialog = page.getByRole('dialog', { name: t('bookings:book.title') })
  await test.step('booking: each step has a heading that is focused, its total is announced, and an error leads to its field', async () => {
    const heading = (step: 1 | 2 | 3) =>
      dialog.getByRole('heading', { level: 3, name: t(`bookings:book.steps.${step}`) })
    await expect(heading(1)).toBeFocused()
    await expect(dialog).toMatchAriaSnapshot(`
        - dialog "${t('bookings:book.title')}":
          - heading "${t('bookings:book.title')}" [level=2]
          - button "${t('app:close')}"
          - heading "${t('bookings:book.steps.1')}" [level=3]
          - status: "${t('bookings:book.steps.status', { number: 1, name: t('bookings:book.steps.1') })}"
          - group "${t('bookings:book.service')}"
          - combobox "${t('bookings:book.frequency')}"
          - combobox "${t('bookings:book.hours')}"
          - button "${t('bookings:book.continue')}"
      `)
    await tabTo(page, dialog.getByLabel(t('bookings:book.hours'), { exact: true }))
    const total = dialog.locator('[aria-live=polite]')
    const before = await total.textContent()
    await key('ArrowDown')
    await expect(total).not.toHaveText(before ?? '')
    const submit = submitOf(dialog)
    await tabTo(page, submit)
    await key('Enter')
    await expect(heading(2)).toBeFocused()
    const date = dialog.getByLabel(t('bookings:book.date'), { exact: true })
    await tabTo(page, dialog.getByRole('button', { name: t('bookings:slots.ask') }))
    await key('Enter')
    await tabTo(page, submit)
    await key('Enter')
    await expect(date).toBeFocused()
    await expect(date).toHaveAttribute('aria-invalid', 'true')
    await expect(date).toHaveAccessibleDescription(/.+/)
    // The order in which a date is typed depends on the browser's locale, so the test fills the field directly.
    await date.fill(inDays(40))
    await expect(date).not.toHaveAttribute('aria-invalid', 'true')
    await dialog.getByLabel(t('bookings:book.time'), { exact: true }).fill('10:00')
    await tabTo(page, submit)
    await key('Enter')
    await expect(heading(3)).toBeFocused()
    await tabTo(page, dialog.getByLabel(t('homes:address.street'), { exact: true }))
    await type('12 Journey Lane')
    await tabTo(page, submit)
    // While the price is updated, it refuses presses.
    await expect(submit).toBeEnabled()
    await key('Enter')
  })

  await test.step('booked: the success is announced at once, with the next steps in order', async () => {
    const sent = page.getByRole('dialog', { name: t('bookings:booked.title') })
    await expect(sent).toMatchAriaSnapshot(`
        - dialog "${t('bookings:booked.title')}":
          - status:
            - paragraph:
              - strong: ${name}
          - heading "${t('bookings:booked.next')}" [level=3]
          - list:
            - listitem
            - listitem
            - listitem
          - link "${t('bookings:booked.my_booking')}"
      `)
    await expect(sent.getByRole('status')).toBeFocused()
    await tabTo(page, sent.getByRole('link', { name: t('bookings:booked.my_booking') }))
    await key('Enter')
    await expect(page.getByText(t('bookings:phase.requested'), { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  })
})
