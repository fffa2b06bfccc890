// rule: booking-dialog
import { beforeEach, describe, expect, test } from 'vitest'
import type { Frequency } from '#contract/product.ts'
import type { ClientBooking } from '#contract/bookings/bookings.ts'
import type { PublicProfessional } from '#contract/market/professionals.ts'
import { ConnectionLost, Refusal } from '#web/api/client.ts'
import {
  bookingDraft,
  fieldsForRepeat,
  frequenciesOf,
  initialFields,
  startFields,
} from './booking-draft.ts'

beforeEach(() => sessionStorage.clear())

const body = { zip_code: '78701' }

// rule: booking-once
test('a request without an answer keeps its key, also after a reload', () => {
  const key = bookingDraft('ana', 'maria').keyFor(body)
  expect(key.length).toBeGreaterThanOrEqual(32)
  expect(bookingDraft('ana', 'maria').keyFor({ ...body })).toBe(key)
})

// rule: booking-once
test('another request has another key', () => {
  const draft = bookingDraft('ana', 'maria')
  const key = draft.keyFor(body)
  expect(draft.keyFor({ zip_code: '10001' })).not.toBe(key)
})

// rule: booking-once, idempotency-key
test('after a refusal the next try has a new key, after a failure of the server the same; the typed fields stay', () => {
  const draft = bookingDraft('ana', 'maria')
  const fields = { address: '401 Congress Ave' } as Parameters<typeof draft.save>[0]
  draft.save(fields)
  const key = draft.keyFor(body)
  const refusal = (status: number) => new Refusal(status, { detail: '', code: 'unexpected' })
  for (const failure of [new ConnectionLost('No answer'), refusal(500), refusal(503)]) {
    draft.requestFailed(failure)
    expect(draft.keyFor(body)).toBe(key)
  }
  draft.requestFailed(refusal(409))
  expect(draft.fields()).toEqual(fields)
  expect(draft.keyFor(body)).not.toBe(key)
})

test('a draft belongs to one client and one professional', () => {
  bookingDraft('ana', 'maria').save({ notes: 'Two cats' } as never)
  expect(bookingDraft('ben', 'maria').fields()).toBeUndefined()
  expect(bookingDraft('ana', 'rosa').fields()).toBeUndefined()
  bookingDraft('ana', 'maria').clear()
  expect(bookingDraft('ana', 'maria').fields()).toBeUndefined()
})

describe('the dialog opens with the draft', () => {
  const rosa = { services_offered: ['standard'] } as unknown as PublicProfessional
  const draft = {
    ...initialFields(rosa, { zip: '78701', date: '2026-12-07', time: '09:00', hours: '3' }),
    address: '401 Congress Ave',
    home_id: 'flat',
    notes: 'Two cats',
  }
  const found = { zip: '78701', date: '2026-12-08', time: '09:30' }

  test('and with the time of a new search, which goes over that of the draft', () => {
    expect(startFields(rosa, found, draft)).toMatchObject({
      booking_date: '2026-12-08',
      booking_time: '09:30',
      estimated_hours: '3',
      address: '401 Congress Ave',
      home_id: 'flat',
      notes: 'Two cats',
    })
    expect(startFields(rosa, { ...found, hours: '4' }, draft).estimated_hours).toBe('4')
    expect(startFields(rosa, { zip: '', date: found.date }, draft)).toMatchObject({
      booking_time: '',
      zip_code: '78701',
    })
    expect(startFields(rosa, {}, draft)).toMatchObject({ booking_time: '09:00', notes: 'Two cats' })
  })

  test('without its address if the search was for another ZIP', () => {
    const fields = startFields(rosa, { ...found, zip: '78704' }, draft)
    expect(fields).toMatchObject({ address: '', city: '', zip_code: '78704', notes: 'Two cats' })
    expect(fields).not.toHaveProperty('home_id')
  })

  test('and with what was chosen since the same search', () => {
    for (const before of [undefined, draft]) {
      const changed = { ...startFields(rosa, found, before), booking_time: '11:00' }
      expect(startFields(rosa, found, changed).booking_time).toBe('11:00')
    }
  })
})

// rule: booking-dialog, slot-picker
test('the dialog opens at the first step that lacks something, and knows a time that was offered', () => {
  const rosa = { services_offered: ['standard', 'deep'] } as unknown as PublicProfessional
  const start = (...[choices, draft]: [object, object?]) =>
    startFields(rosa, choices, draft && { ...initialFields(rosa, {}), ...draft })
  const found = { date: '2026-12-08', time: '09:30', hours: '3' }
  expect(start({}).step).toBe(1)
  expect(start({ zip: '78701', serviceType: 'deep' }).step).toBe(1)
  expect(start({ ...found, time: '' })).toMatchObject({ step: 2, booking_date: '2026-12-08' })
  expect(start(found)).toMatchObject({ step: 3, offered_hours: '3' })
  const typed = { step: 2, booking_date: '2026-12-09', booking_time: '05:00' }
  expect(start({}, typed)).toMatchObject(typed)
  expect(start({}, typed)).not.toHaveProperty('offered_hours')
  expect(start({ ...found, serviceType: 'deep' }, typed)).toMatchObject({
    step: 3,
    service_type: 'deep',
    booking_time: '09:30',
    offered_hours: '3',
  })
})

// rule: service-types, booking-fields
test('the dialog starts with the searched frequency if it is offered, else with one-time or the first offered', () => {
  const frequencyFor = (offered: string[] | undefined, searched?: 'weekly') =>
    initialFields(
      { services_offered: ['deep'], frequencies_offered: offered } as PublicProfessional,
      searched ? { frequency: searched } : {},
    ).cleaning_frequency
  expect(frequencyFor(undefined, 'weekly')).toBe('weekly')
  expect(frequencyFor(['one_time', 'weekly'], 'weekly')).toBe('weekly')
  expect(frequencyFor(['one_time', 'monthly'], 'weekly')).toBe('one_time')
  expect(frequencyFor(['monthly'], 'weekly')).toBe('monthly')
  expect(frequencyFor(undefined)).toBe('one_time')
})

// rule: booking-fields
test('moving and building work is booked once, unless a professional offers regular visits alone', () => {
  const offering = (offered?: Frequency[]) => ({ frequencies_offered: offered })
  expect(frequenciesOf(offering(), 'move_in_out')).toEqual(['one_time'])
  expect(frequenciesOf(offering(['one_time', 'weekly']), 'post_construction')).toEqual(['one_time'])
  expect(frequenciesOf(offering(['weekly']), 'move_in_out')).toEqual(['weekly'])
  expect(frequenciesOf(offering(['one_time', 'weekly']), 'deep')).toEqual(['one_time', 'weekly'])
})

// rule: visit-rules, booking-fields
test('the dialog starts with two hours, or with the shortest visit if that is longer', () => {
  const hoursFor = (min_hours?: number) =>
    initialFields({ services_offered: ['deep'], min_hours } as PublicProfessional, {})
      .estimated_hours
  expect([hoursFor(), hoursFor(2), hoursFor(3), hoursFor(8)]).toEqual(['2', '2', '3', '8'])
})

// rule: offer, estimate
test('the shortest visit of the service counts, and hours of a search are chosen', () => {
  const services = [{ type: 'deep', hourly_rate: null, minimum_hours: 4, included: [] }]
  const professional = { services_offered: ['deep'], min_hours: 3, offer: { services } } as never
  expect(initialFields(professional, {})).toMatchObject({
    estimated_hours: '4',
    hours_chosen: false,
  })
  expect(initialFields(professional, { hours: '6' })).toMatchObject({
    estimated_hours: '6',
    hours_chosen: true,
  })
})

// rule: booking-again
test('a booking is repeated with its frequency, or as one more visit while its regular visits run', () => {
  const price = { extras: ['oven'], supplies: 'professional' } as const
  const booking = { cleaning_frequency: 'weekly', estimated_hours: 3, ...price }
  expect(fieldsForRepeat(booking as unknown as ClientBooking, false)).toMatchObject({
    cleaning_frequency: 'weekly',
    estimated_hours: '3',
    hours_chosen: true,
    ...price,
  })
  expect(fieldsForRepeat(booking as unknown as ClientBooking, true).cleaning_frequency).toBe(
    'one_time',
  )
  expect(fieldsForRepeat(booking as unknown as ClientBooking, false).step).toBe(2)
  const free = { date: '2026-12-08', time: '09:30' }
  const atFree = fieldsForRepeat(booking as unknown as ClientBooking, false, free)
  expect(atFree).toMatchObject({ step: 3, booking_time: '09:30', offered_hours: '3' })
})
