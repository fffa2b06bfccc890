// rule: seeing-as-a-person
import { expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { hideFromView } from './hide-from-view.ts'

/** The fields that an operator does not read. Every other field of these answers was decided to be shown. */
const HIDDEN = [
  'address',
  'last_message',
  'notes',
  'special_instructions',
  'ssn_last4',
  'street_address',
]

test('an operator in a view reads the named fields, and nothing of one that nobody has named', () => {
  const answer = {
    first_name: 'Maya',
    city: 'Austin',
    gate_code: '4711',
    door: { code: '4711', floors: [1], open: true, price: 5 },
    bookings: [{ id: 'a', address: '100 Congress Ave', diary: ['a', 'b'], total_amount: 84 }],
    ssn_last4: '1234',
    last_message: 'Pay me outside',
    notes: null,
  }
  expect(hideFromView(answer)).toEqual({
    first_name: 'Maya',
    city: 'Austin',
    gate_code: '',
    door: { code: '', floors: [], open: false, price: 0 },
    bookings: [{ id: 'a', address: '', diary: [], total_amount: 84 }],
    ssn_last4: null,
    last_message: null,
    notes: null,
  })
})

test('each field of an answer that a view can read is decided: shown, or one of the hidden ones', () => {
  const names = new Set<string>()
  const all: readonly Endpoint[] = ENDPOINTS
  for (const { answer, whileViewed } of all) if (whileViewed) collect(answer, names, new Set())
  expect(names.size).toBeGreaterThan(200)
  const hidden = [...names].filter(
    (name) => (hideFromView({ [name]: 'told' }) as Record<string, unknown>)[name] !== 'told',
  )
  expect(hidden.toSorted()).toEqual(HIDDEN)
})

/** The names of all fields in a schema, at any depth. */
function collect(value: unknown, names: Set<string>, seen: Set<unknown>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  const { def } = value as { def?: Record<string, unknown> }
  if (!def) return
  if (typeof def['shape'] === 'object' && def['shape'] !== null)
    for (const [name, part] of Object.entries(def['shape'])) {
      names.add(name)
      collect(part, names, seen)
    }
  for (const part of Object.values(def)) {
    if (Array.isArray(part)) for (const one of part) collect(one, names, seen)
    else collect(part, names, seen)
  }
}
