// rule: proposals, slot-picker
import { expect, test } from 'vitest'
import { withoutAgreed } from './slots.api.ts'
import type { Slots } from './slots.api.ts'

test('a visit that moves is offered every free time but its own', () => {
  const slot = (hour: number) => ({
    time: `${hour}:00`,
    starts_at: `2026-12-01T${hour + 6}:00:00Z`,
  })
  const dayOf = (...hours: number[]) => ({
    date: '2026-12-01',
    state: 'open',
    slots: hours.map(slot),
  })
  const slots = { days: [dayOf(10, 11), dayOf(11), dayOf(12)] } as Slots
  const { days } = withoutAgreed(slots, { id: 'moved', starts_at: '2026-12-01T17:00:00.000Z' })
  expect(days).toEqual([dayOf(10), { ...dayOf(), state: 'own' }, dayOf(12)])
})
