// rule: none, the numbers of the product, each defined once in the contract
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bookingTotalCents } from './bookings/booking-price.ts'
import * as bookingRules from './bookings/booking-rules.ts'
import * as loadingRules from './loading-rules.ts'
import * as profileRules from './market/profile-rules.ts'
import * as searchRules from './market/search-rules.ts'
import * as moneyRules from './money/money-rules.ts'
import * as accountRules from './people/account-rules.ts'
import * as messageRules from './talk/message-rules.ts'
import { SSN_FORMATTED_LENGTH_MAX } from './trust/ssn.ts'

const product = {
  ...accountRules,
  ...bookingRules,
  ...loadingRules,
  ...messageRules,
  ...moneyRules,
  ...profileRules,
  ...searchRules,
}

test('the subscription is $19.90 per month with 5 leads', () => {
  expect(product).toMatchObject({ SUBSCRIPTION_PRICE: 19.9, LEADS_PER_MONTH: 5 })
})

test('pay-per-lead is $15 per lead', () => {
  expect(product.LEAD_PRICE).toBe(15)
})

test('the marketing claims $75 of savings, and 60% more bookings with a verified badge', () => {
  expect(product).toMatchObject({ SAVING_CLAIM: 75, MORE_BOOKINGS_CLAIM: 60 })
})

test('the free-leads label is shown for 30 days', () => {
  expect(product.FREE_LEADS_DAYS).toBe(30)
})

test('the hourly rate is from 15 to 200 dollars in steps of 0.01', () => {
  expect(product).toMatchObject({
    HOURLY_RATE_MIN: 15,
    HOURLY_RATE_MAX: 200,
    HOURLY_RATE_STEP: 0.01,
  })
})

test('years of experience are 1, 2, 3, 4, 5+, 10+, default 3; employees default to 1-3', () => {
  expect(product).toMatchObject({
    YEARS_OF_EXPERIENCE: ['1', '2', '3', '4', '5+', '10+'],
    DEFAULT_YEARS_OF_EXPERIENCE: '3',
    DEFAULT_EMPLOYEES: '1-3',
  })
})

test('a profile image has at most 5242880 bytes, a gallery 5 images of the same size', () => {
  expect(product).toMatchObject({ IMAGE_BYTES_MAX: 5_242_880, GALLERY_IMAGES_MAX: 5 })
})

test('the location search starts at 2 characters, after 300 ms', () => {
  expect(product).toMatchObject({ LOCATION_QUERY_LENGTH_MIN: 2, LOCATION_SEARCH_DELAY_MS: 300 })
})

test('the app opens the next page 2.5 s after a profile update and 5 s after a payment', () => {
  expect(product).toMatchObject({ REDIRECT_AFTER_PROFILE_MS: 2500, PAYMENT_REDIRECT_MS: 5000 })
})

test('unread count, lead status and the open thread are refreshed every 30 s', () => {
  expect(product).toMatchObject({
    DASHBOARD_REFRESH_MS: 30_000,
    UNREAD_POLL_MS: 30_000,
    THREAD_REFRESH_MS: 30_000,
  })
})

test('the profile-complete banner disappears after 5 s, the verified banner after 7 s', () => {
  expect(product).toMatchObject({ PROFILE_COMPLETE_BANNER_MS: 5000, VERIFIED_BANNER_MS: 7000 })
})

test('the result of a payment is shown for 5 s, and data is fetched again 1 s after a payment', () => {
  expect(product).toMatchObject({ PAYMENT_NOTICE_MS: 5000, PAYMENT_REFRESH_MS: 1000 })
})

test('a contact is highlighted for 10 s, and a copied text is confirmed for 2 s', () => {
  expect(product).toMatchObject({ CONTACT_HIGHLIGHT_MS: 10_000, COPY_CONFIRMATION_MS: 2000 })
})

test('the dashboard shows up to 4 thumbnails, the full profile 6, and 200 characters of the bio', () => {
  expect(product).toMatchObject({
    DASHBOARD_THUMBNAILS_MAX: 4,
    FULL_PROFILE_PHOTOS_MAX: 6,
    BIO_PREVIEW_LENGTH: 200,
  })
})

test('profile tips ask for 3 photos and a bio of 100 characters', () => {
  expect(product).toMatchObject({ TIP_GALLERY_PHOTOS: 3, TIP_BIO_LENGTH: 100 })
})

test('estimated earnings are the number of bookings × hourly rate × 3 hours', () => {
  expect(product.EARNINGS_HOURS_GUESSED).toBe(3)
})

test('the booking total is hourly rate × estimated hours, 2 hours by default', () => {
  expect(product.DEFAULT_BOOKING_HOURS).toBe(2)
  expect(bookingTotalCents(4250, product.DEFAULT_BOOKING_HOURS)).toBe(8500)
  expect(bookingTotalCents(1999, 3)).toBe(5997)
})

test('a formatted Social Security number has at most 11 characters', () => {
  expect(SSN_FORMATTED_LENGTH_MAX).toBe(11)
})

test('no other file repeats these numbers', () => {
  const root = join(import.meta.dirname, '..')
  const repeated = /\b(?:5_?242_?880|19\.90?|1_?990)\b/
  const files = globSync('{contract,server/src,web/src}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) =>
      !/\.test\.tsx?$|^server\/src\/test\/|^contract\/(money\/money|market\/profile)-rules\.ts$/.test(
        file,
      ),
  )
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter((file) => repeated.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})
