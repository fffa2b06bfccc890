import type { Page } from '@playwright/test'
import { answerWith } from '../../e2e/support/answer-with.ts'
import { LONG, LONG_WORD } from './long-words.ts'
import type { Act } from './screen.ts'

type Answered = {
  professional: Record<string, unknown>
  professionals: Record<string, unknown>[]
}
const changed = answerWith<Answered>

export function neverAnswered(calls: string | RegExp): Act {
  return (page) => page.route(calls, () => {})
}

export function lineDown(calls: string | RegExp): Act {
  return (page) => page.route(calls, (route) => route.abort())
}

export function broken(calls: string): Act {
  return (page) => page.route(calls, (route) => route.fulfill({ json: { professional: {} } }))
}

export function withoutPictures(page: Page) {
  return page.route(/\/(uploads|image-proxy)\//, (route) => route.abort())
}

/** A new profile, without photos and reviews. */
export function onItsFirstDay(page: Page) {
  return changed(page, '**/api/professional/public-view/**', ({ professional }) => ({
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

export function withLongWords(page: Page) {
  return changed(page, '**/api/professional/public-view/**', ({ professional }) => ({
    professional: { ...professional, full_name: LONG, business_name: LONG, bio: LONG_WORD },
  }))
}

export function foundWithLongWords(page: Page) {
  return changed(page, '**/api/professionals/search/**', (found) => ({
    ...found,
    professionals: found.professionals.map((professional, index) =>
      index % 2
        ? professional
        : { ...professional, full_name: index ? LONG_WORD : LONG, service_areas: [LONG_WORD] },
    ),
  }))
}

export function foundOne(page: Page) {
  return changed(page, '**/api/professionals/search/**', (found) => ({
    ...found,
    total: 1,
    professionals: found.professionals.slice(0, 1),
  }))
}
