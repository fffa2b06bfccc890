import type { Page } from '@playwright/test'
import { REFERENCE_QUESTIONS } from '#contract/trust/verification-rules.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Simulates the answer link of a letter, which accepts both answers. A real link works only once. */
export function withRequest(page: Page) {
  return withAnswerLink(page, null)
}

/** Simulates the answer link of a request for regular visits, which accepts both answers. */
export function withSeriesRequest(page: Page) {
  const notes = [null, 'off', 'skipped', null, 'taken', null, null, 'request']
  const visits = notes.map((note, week) => {
    const starts_at = new Date(Date.now() + (9 + week * 7) * DAY_MS).toISOString()
    return { date: starts_at.slice(0, 10), starts_at, note }
  })
  return withAnswerLink(page, {
    cleaning_frequency: 'weekly',
    weekday: 2,
    booking_time: '09:00',
    visits,
  })
}

function withAnswerLink(page: Page, series: object | null) {
  const starts = new Date(Date.now() + 9 * DAY_MS).toISOString()
  const request = { ...VISIT, starts_at: starts, expires_at: starts, series }
  return page.route('**/api/letter-links/*', (route) =>
    route.fulfill({
      json: route.request().url().endsWith('/request') ? request : { status: 'accepted' },
    }),
  )
}

/** Simulates the link of our answer to a message. */
export function withSupportThread(page: Page) {
  const at = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
  const messages = [
    { from: 'you', text: 'My visit of last Friday is still open.\n\nWhat should I do?', at: at(3) },
    { from: 'lustra', text: 'We have completed it. You can write a review now.', at: at(1) },
  ]
  const json = { number: 'C-12', topic: 'booking', messages, closed: true }
  return page.route('**/api/support/*', (route) => route.fulfill({ json }))
}

/** Simulates the link of a letter to a reference. */
export function withReference(page: Page) {
  const texts = [
    'How do you know Ana?',
    'How long have you known Ana?',
    'Would you leave Ana alone?',
  ]
  const questions = texts.map((text, index) => ({ id: REFERENCE_QUESTIONS[index]!, text }))
  return page.route('**/api/references/*', (route) =>
    route.fulfill({ json: { first_name: 'Ana', questions } }),
  )
}

const VISIT = {
  client_first_name: 'Maya',
  professional_name: 'Grace Walker Cleaning',
  service_type: 'deep',
  time_zone: 'America/Chicago',
  city: 'Austin',
  state: 'TX',
  zip_code: '78704',
  estimated_hours: 3,
  total_amount: 195,
  lines: [{ kind: 'labour', hours: 3, rate: 65, amount: 195 }],
  notice_hours: 24,
}

/** Simulates the link of an alarm to a safety contact. */
export function withAlarm(page: Page) {
  const starts = Date.now() - 5 * HOUR_MS
  const visit = {
    first_name: 'Ana',
    phone: '617-555-0142',
    address: '1200 Massachusetts Avenue, Apartment 4',
    city: 'Cambridge',
    state: 'MA',
    zip_code: '02138',
    starts_at: new Date(starts).toISOString(),
    ends_at: new Date(starts + 3 * HOUR_MS).toISOString(),
    time_zone: 'America/New_York',
    check_by: new Date(starts + 4 * HOUR_MS).toISOString(),
    checked_in: false,
  }
  return page.route('**/api/safety/*', (route) => route.fulfill({ json: visit }))
}

/** Simulates the link of a letter that proposes another time for a visit. */
export function withProposal(page: Page) {
  const starts = Date.now() + 9 * DAY_MS
  const visit = {
    ...VISIT,
    may: ['accepted', 'declined'],
    by: 'professional',
    starts_at: new Date(starts).toISOString(),
    proposed_starts_at: new Date(starts + 2 * DAY_MS).toISOString(),
    expires_at: new Date(starts).toISOString(),
  }
  return withVisit(page, visit, 'accepted')
}

/** Simulates the link of a letter that skips one of the regular visits. */
export function withSkip(page: Page) {
  const starts_at = new Date(Date.now() + 2 * DAY_MS).toISOString()
  const visit = {
    ...VISIT,
    may: ['skipped'],
    by: null,
    starts_at,
    proposed_starts_at: null,
    expires_at: starts_at,
  }
  return withVisit(page, visit, 'skipped')
}

function withVisit(page: Page, visit: object, status: string) {
  return page.route('**/api/visit-links/*', (route) =>
    route.fulfill({ json: route.request().method() === 'GET' ? visit : { status } }),
  )
}

export function withLetters(page: Page) {
  return page.route('**/api/letter-links/*', (route) => {
    const enabled = route.request().url().endsWith('/topic')
    return route.fulfill({ json: { topic: 'booking', enabled } })
  })
}

export async function pressFirstButton(page: Page) {
  await page.locator('main button').first().click()
  await page.locator('main [role=status]').first().waitFor()
}

export async function openDetails(page: Page) {
  await page.locator('main summary').click()
}
