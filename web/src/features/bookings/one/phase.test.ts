// rule: visit-view
import { expect, test } from 'vitest'
import { phaseOf } from './phase.ts'

test.each([
  [{ status: 'pending' }, 'requested'],
  [{ status: 'accepted', stage: null }, 'confirmed'],
  [{ status: 'accepted', stage: 'on_my_way' }, 'on_the_way'],
  [{ status: 'accepted', stage: 'arrived' }, 'arrived'],
  [{ status: 'accepted', stage: 'started' }, 'cleaning'],
  [{ status: 'accepted', stage: 'finished' }, 'finished'],
  [{ status: 'completed', outcome: 'kept' }, 'finished'],
  [{ status: 'completed', outcome: 'kept', paid: true }, 'paid'],
  [{ status: 'completed', outcome: 'no_show_client' }, 'no_show'],
  [{ status: 'completed', outcome: 'no_show_professional' }, 'no_show'],
  [{ status: 'declined' }, 'declined'],
  [{ status: 'cancelled', stage: 'on_my_way' }, 'cancelled'],
] as const)('%j is %s', (visit, phase) => {
  expect(phaseOf(visit)).toBe(phase)
})
