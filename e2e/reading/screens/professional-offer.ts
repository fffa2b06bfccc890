import { count, dollars } from '../formats.ts'
import type { Rows, Screen } from '../reading.ts'

type Offer = {
  rate: number
  weekly_percent: number
  biweekly_percent: number
  monthly_percent: number
  cost_per_mile_cents: number
  supplies_per_visit_cents: number
}
type Service = {
  service_type: string
  hourly_rate_cents: number | null
  minimum_hours: number
}
type Extra = { code: string | null; name: string | null; minutes: number; price_cents: number }

const EXTRAS: Record<string, string> = {
  oven: 'Oven',
  refrigerator: 'Refrigerator',
  windows: 'Interior windows',
}

/** The form of the offer, and what a weekly visit of the dearest service would cost. */
export function offerScreen(rows: Rows, me: string): Screen {
  return {
    path: '/dashboard/offer',
    fixed: ['Every 2 weeks, %', 'Monthly (every 4 weeks), %', 'Languages you speak (up to 8)'],
    // All tasks of a service are included unless the row names some.
    maybe: () => Promise.resolve([/^(\d+) of \1 tasks are included$/]),
    async facts() {
      const [offer] = await rows<Offer>(
        `select o.*, p.hourly_rate_cents as rate from offers o
         join professionals p on p.user_id = o.professional_id where o.professional_id = $1`,
        [me],
      )
      const services = await rows<Service>(
        `select service_type, s.hourly_rate_cents, coalesce(s.minimum_hours, 1) as minimum_hours
         from (select user_id, user_id as professional_id, unnest(services) as service_type from professionals) p
         left join offer_services s using (professional_id, service_type)
         where p.user_id = $1
         order by array_position(array['standard', 'deep', 'move_in_out', 'post_construction', 'office'], service_type)`,
        [me],
      )
      const extras = await rows<Extra>(
        'select * from offer_extras where professional_id = $1 order by position',
        [me],
      )
      return {
        offer: [...formOf(offer!, services, extras), ...exampleOf(offer!, services, extras)],
      }
    },
  }
}

/** '42' of 4200, '0.7' of 70 */
const plain = (cents: number): string => String(cents / 100)

function formOf(offer: Offer, services: readonly Service[], extras: readonly Extra[]): string[] {
  const { rate, weekly_percent, biweekly_percent, monthly_percent } = offer
  return [
    `What clients can book with you, and at what price. Booked visits keep their prices. Your profile's rate of ${dollars(rate)} an hour is your lowest price.`,
    ...services.flatMap(({ hourly_rate_cents, minimum_hours }) => [
      dollars(Math.max(hourly_rate_cents ?? rate, rate)),
      `[placeholder] ${plain(rate)}`,
      ...(hourly_rate_cents === null ? [] : [`[value] ${plain(hourly_rate_cents)}`]),
      `[value] ${count(minimum_hours, 'hour')}`,
    ]),
    ...extras.flatMap(({ minutes, price_cents }) => [
      `[value] ${minutes}`,
      `[value] ${plain(price_cents)}`,
    ]),
    ...[weekly_percent, biweekly_percent, monthly_percent].map((percent) => `[value] ${percent}`),
    `[value] ${plain(offer.cost_per_mile_cents)}`,
    `[value] ${plain(offer.supplies_per_visit_cents)}`,
  ]
}

/** Two and a half hours with the first extra, the work rounded up to what is billed. */
function exampleOf(offer: Offer, services: readonly Service[], extras: readonly Extra[]): string[] {
  const rateOf = ({ hourly_rate_cents }: Service) =>
    Math.max(hourly_rate_cents ?? offer.rate, offer.rate)
  const dearest = services.toSorted((one, other) => rateOf(other) - rateOf(one))[0]!
  const [extra] = extras
  const hours = Math.max(2, dearest.minimum_hours)
  const workHours = hours - extra!.minutes / 60
  const work = Math.round(workHours * rateOf(dearest))
  const total = work + extra!.price_cents
  const later = total - Math.round((total * offer.weekly_percent) / 100)
  return [
    `${workHours} h × ${dollars(rateOf(dearest))}`,
    dollars(work),
    `${EXTRAS[extra!.code ?? ''] ?? extra!.name}, ${extra!.minutes} min`,
    dollars(extra!.price_cents),
    dollars(total),
    `Each later weekly visit: ${dollars(later)} (−${offer.weekly_percent}%)`,
  ]
}
