// rule: search-cached-answers
import { expect, test } from 'vitest'
import { KeptCards } from './kept-cards.ts'
import type { PlaceEntries } from './place-entries.ts'

const HOUR = 1
const place = {} as PlaceEntries

/** How many of 20 such cards are kept in 12,500 bytes. */
function keptOf(text: string): number {
  const cards = new KeptCards(12_500)
  const entries = Array.from({ length: 20 }, (_, entry) => entry)
  for (const entry of entries) cards.set({ place, entry }, undefined, { text, hour: HOUR })
  return entries.filter((entry) => cards.get({ place, entry }, undefined, HOUR)).length
}

test('twice as many cards are kept where each character takes one byte', () => {
  expect(keptOf('é'.repeat(1000))).toBe(10)
  expect(keptOf('’'.repeat(1000))).toBe(5)
})

test('cards of entries, places and services are kept apart', () => {
  const cards = new KeptCards()
  const other = {} as PlaceEntries
  const keys = [place, other].flatMap((one) =>
    [0, 1].flatMap((entry) =>
      ([undefined, 'standard', 'office'] as const).map((service) => ({ one, entry, service })),
    ),
  )
  const textOf = ({ one, entry, service }: (typeof keys)[number]) =>
    `${one === other} ${entry} ${service}`
  for (const key of keys) {
    cards.set({ place: key.one, entry: key.entry }, key.service, { text: textOf(key), hour: HOUR })
  }
  for (const key of keys) {
    expect(cards.get({ place: key.one, entry: key.entry }, key.service, HOUR)).toBe(textOf(key))
    expect(cards.get({ place: key.one, entry: key.entry }, key.service, HOUR + 1)).toBeUndefined()
  }
})

test('when the numbers of places are used up, all cards are forgotten and none is taken for another', () => {
  const cards = new KeptCards(undefined, 2)
  const [first, second, third] = [{}, {}, {}] as [PlaceEntries, PlaceEntries, PlaceEntries]
  const textOf = (one: PlaceEntries) => cards.get({ place: one, entry: 0 }, undefined, HOUR)
  const set = (one: PlaceEntries, text: string) =>
    cards.set({ place: one, entry: 0 }, undefined, { text, hour: HOUR })
  set(first, 'first')
  set(second, 'second')
  set(third, 'third')
  expect([textOf(third), textOf(first)]).toEqual(['third', undefined])
  set(first, 'again')
  expect([textOf(third), textOf(first)]).toEqual(['third', 'again'])
})
