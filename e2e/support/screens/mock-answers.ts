import type { Page } from '@playwright/test'
import { answerWith } from '../server/answer-with.ts'
import { LONG_NAME, LONG_WORD } from './long-texts.ts'
import { keepPending } from './screen.ts'
import type { PageAction } from './screen.ts'

type Answered = {
  professional: Record<string, unknown>
  professionals: Record<string, unknown>[]
  booking: Record<string, unknown>
}
const changeAnswer = answerWith<Answered>

export function keepRequestsPending(calls: string | RegExp): PageAction {
  return (page) => page.route(calls, (route) => keepPending(route.request()))
}

/** Answers calls without the server. */
export function answerCalls(
  calls: string | RegExp,
  answer: { status?: number; json: unknown },
): PageAction {
  return (page) => page.route(calls, (route) => route.fulfill(answer))
}

export function failRequests(calls: string | RegExp): PageAction {
  return (page) => page.route(calls, (route) => route.abort())
}

export function answerWithInvalidData(calls: string): PageAction {
  return (page) => page.route(calls, (route) => route.fulfill({ json: { professional: {} } }))
}

export function failPictures(page: Page) {
  return page.route(/\/(uploads|image-proxy)\//, (route) => route.abort())
}

/** A profile without a photo or a review. */
export function withEmptyProfile(page: Page) {
  return changeAnswer(page, '**/api/professional/public-view/**', ({ professional }) => ({
    professional: {
      ...professional,
      profile_image_url: null,
      gallery_images: [],
      reviews: [],
      total_reviews: 0,
      rating: 0,
    },
  }))
}

/** A booking for which the other side proposes a time two days later. */
export function withProposedTime(page: Page) {
  return changeAnswer(page, '**/api/bookings/*', ({ booking }) => {
    const start = Date.parse(String(booking['starts_at']))
    const later = new Date(start + 2 * 86_400_000).toISOString()
    const proposal = {
      id: booking['id'],
      booking_id: booking['id'],
      by: 'professional',
      booking_date: later.slice(0, 10),
      booking_time: '09:00',
      starts_at: later,
      ends_at: later,
      note: LONG_WORD,
      outside_hours: false,
      status: 'open',
      expires_at: booking['starts_at'],
      created_at: booking['created_at'],
      may: ['accepted', 'declined'],
    }
    return { booking: { ...booking, proposal, may_move: true } }
  })
}

/** A calendar of which everything was read. */
const COMPLETE = { unread: 0, unsure_zones: [], time_zone: null }

/** Two feeds and a file: read, waiting for the first reading, or failed. */
export function withBusyCalendars(page: Page) {
  const feed = { kind: 'feed', host: 'calendar.google.com', state: 'ok', problem: null }
  const read = { read_at: new Date().toISOString(), intervals: 14, ...COMPLETE }
  const calendars = [
    { ...feed, ...read, id: '1', label: 'Family', state: 'failed', problem: 'unreachable' },
    { ...feed, id: '2', label: 'Work', state: 'waiting', read_at: null, intervals: 0, ...COMPLETE },
    {
      ...feed,
      ...read,
      id: '3',
      label: LONG_WORD.slice(0, 60),
      kind: 'file',
      host: null,
      unread: 3,
      unsure_zones: [{ name: LONG_WORD, read_as: 'America/Chicago' }],
    },
  ]
  return page.route('**/api/professional/busy/*', (route) => route.fulfill({ json: { calendars } }))
}

export function withLongTexts(page: Page) {
  return changeAnswer(page, '**/api/professional/public-view/**', ({ professional }) => ({
    professional: {
      ...professional,
      full_name: LONG_NAME,
      business_name: LONG_NAME,
      bio: LONG_WORD,
    },
  }))
}

export function withLongTextsInResults(page: Page) {
  return changeAnswer(page, '**/api/professionals/search/**', (found) => ({
    ...found,
    professionals: found.professionals.map((professional, index) =>
      index % 2
        ? professional
        : { ...professional, full_name: index ? LONG_WORD : LONG_NAME, service_areas: [LONG_WORD] },
    ),
  }))
}

export function withOneResult(page: Page) {
  return changeAnswer(page, '**/api/professionals/search/**', (found) => ({
    ...found,
    total: 1,
    professionals: found.professionals.slice(0, 1),
  }))
}
