import type { Frequency, ServiceType } from '#contract/product.ts'
import { keptFor } from '../../app/kept.ts'

/** What stands in the booking dialog's fields. Date and time are the home's wall time. */
export type BookingFields = {
  booking_date: string
  booking_time: string
  service_type: ServiceType
  cleaning_frequency: Frequency
  address: string
  city: string
  state: string
  zip_code: string
  estimated_hours: string
  notes: string
}

type Draft = {
  fields: BookingFields
  /** What was sent without hearing the answer, and under which key (decision 40). */
  sent: { body: string; key: string }
}

/** One per client and professional, in this tab, until it is booked: a reload, a lost connection or a login keep what was typed. */
export function draftOf(clientId: string, professionalId: string) {
  const { read, write, clear } = keptFor<Draft>(clientId, `booking.${professionalId}`)
  return {
    fields: () => read().fields,
    keep: (fields: BookingFields) => write({ ...read(), fields }),
    /** The Idempotency-Key of this body: the same until it is answered, also after a reload. */
    keyFor(body: unknown): string {
      const draft = read()
      const text = JSON.stringify(body)
      const sent = draft.sent?.body === text ? draft.sent : { body: text, key: newKey() }
      write({ ...draft, sent })
      return sent.key
    },
    /** The house answered: the next try is another intent. */
    answered() {
      const { fields } = read()
      write(fields ? { fields } : {})
    },
    clear,
  }
}

// Unlike crypto.randomUUID also there when the page came over plain http.
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
