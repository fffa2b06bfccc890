// rule: openapi, error-shape
import { expect, test } from 'vitest'
import { z } from 'zod'
import { refusalsOf } from './declared-refusals.ts'
import { endpoint } from './endpoint.ts'
import type { Endpoint } from './endpoint.ts'
import { code, text, WallDate } from './values.ts'

const call = {
  method: 'POST',
  path: '/api/example/{id}',
  summary: 'An example',
  caller: { role: 'anyone' },
  answer: z.object({}),
} as const
const declared = (parts: Partial<Endpoint> = {}) =>
  [...refusalsOf(endpoint({ ...call, ...parts }))].toSorted()

test('a call that asks for nothing refuses what it lists', () => {
  expect(declared()).toEqual([])
  expect(declared({ refusals: ['not_found'] })).toEqual(['not_found'])
})

test('refusals follow from who may call, and from whose id is sent', () => {
  expect(declared({ caller: { role: 'operator' } })).toEqual(['not_signed_in'])
  const caller = { role: 'client', roleRefusal: 'clients_only' } as const
  expect(declared({ caller, self: { in: 'params', field: 'id' } })).toEqual([
    'clients_only',
    'not_signed_in',
    'not_yours',
  ])
})

test('refusals follow from what confirms the caller, from a key, and from the locked lead', () => {
  expect(declared({ needsConfirmation: true })).toEqual(['confirm_first'])
  expect(declared({ needsPassword: true })).toEqual([
    'confirm_first',
    'password_required',
    'too_many_requests',
    'wrong_password',
  ])
  expect(declared({ idempotent: true })).toEqual(['bad_request', 'idempotency_key_reused'])
  expect(declared({ refusals: ['lead_locked'] })).toEqual([
    'lead_closed_cancelled',
    'lead_closed_no_word',
    'lead_closed_silent',
    'lead_locked',
  ])
})

// rule: rate-limits
test('a call with an id is limited unless it stays open', () => {
  const params = z.object({ id: z.string() })
  expect(declared({ params })).toEqual(['too_many_requests'])
  expect(declared({ params, staysOpen: true })).toEqual([])
  const short = z.object({ id: z.string().max(64) })
  expect(declared({ params: short, staysOpen: true })).toEqual(['invalid_input'])
  expect(declared({ networkLimit: 'search' })).toEqual(['too_many_requests'])
})

test('the messages of a schema are refusals, however deep they stand', () => {
  const body = z
    .object({
      date: WallDate.optional(),
      rooms: z.array(z.object({ note: text(1, 5, 'reason_required', 'notes_too_long') })),
      hours: z.preprocess(Number, z.number().max(3, code('hours_invalid'))).default(1),
      other: z.string('no refusal'),
    })
    .check(z.refine(() => true, code('rules_invalid')))
  expect(declared({ body })).toEqual([
    'date_invalid',
    'hours_invalid',
    'invalid_input',
    'notes_too_long',
    'reason_required',
    'rules_invalid',
  ])
})

test('refusals follow from a form, and from its files', () => {
  const form = ['form_required', 'form_unreadable', 'overloaded', 'too_many_requests']
  const fields = z.object({})
  const many = { fields, files: { pages: 'many' } } as const
  expect(declared({ multipart: { ...many, takesCalendar: true } })).toEqual(form)
  expect(declared({ multipart: many })).toEqual(
    [...form, 'image_too_large_to_open', 'image_unreadable'].toSorted(),
  )
  expect(declared({ multipart: { fields, files: { image: 'one' } } })).toEqual(
    [...form, 'image_required', 'image_too_large_to_open', 'image_unreadable'].toSorted(),
  )
})
