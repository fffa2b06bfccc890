import { HOME } from './bookings-data.ts'

type Person = { id: string }

/** The request body of a two-hour visit in 30 days at 9:00, for benchmarks and chaos. `facts` override its fields. */
export function bookingBody<Facts extends Record<string, unknown>>(
  client: Person,
  professional: Person,
  facts: Facts,
) {
  return {
    client_id: client.id,
    professional_id: professional.id,
    booking_date: dateAfter(30),
    booking_time: '09:00',
    service_type: 'standard' as const,
    cleaning_frequency: 'one_time' as const,
    address: '100 Congress Ave',
    ...HOME,
    notes: 'Two cats, one of them shy.',
    estimated_hours: 2,
    extras: [],
    total_amount: 130,
    ...facts,
  }
}

/** 'YYYY-MM-DD' */
export function dateAfter(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}
