import { formatMonth } from '#contract/date-formats.ts'
import type { Person } from '../account.ts'
import { fullName } from '../bookings.ts'
import type { BookingRow } from '../bookings.ts'
import { date, dollars, SERVICES, short } from '../formats.ts'
import { READER_ZONE } from '../reading.ts'
import type { Rows, Screen } from '../reading.ts'

const day = (at: Date) => date(at, READER_ZONE)

/** The price that a professional pays, and the credits left, as cards and banners say it. */
export async function planOf(rows: Rows, me: string) {
  const [plan] = await rows<{
    price_cents: number
    monthly_credits: number
    paid_until: Date
    left: number
  }>(
    `select s.*, (select sum(amount)::int from lead_ledger l where l.professional_id = $1) as left
     from subscriptions s where s.professional_id = $1`,
    [me],
  )
  const { price_cents, monthly_credits, paid_until, left } = plan!
  const end = day(paid_until)
  return {
    left: `${left} left, ${monthly_credits} more on ${end}`,
    price: `${dollars(price_cents)} a month. Renews automatically on ${end}.`,
  }
}

type Payment = {
  number: string
  amount_cents: number
  created_at: Date
  period_start: Date
  period_end: Date
}

/** The lists of what a professional paid and was paid, and one invoice. */
export async function moneyScreens(
  rows: Rows,
  me: Person,
  bookings: readonly BookingRow[],
): Promise<Screen[]> {
  const payments = await rows<Payment>(
    'select * from payments where professional_id = $1 order by created_at desc',
    [me.id],
  )
  const period = (one: Payment) => `${day(one.period_start)} to ${day(one.period_end)}`
  const years = Map.groupBy(payments, ({ created_at }) => created_at.getUTCFullYear())
  const [newest] = payments
  return [
    {
      path: '/dashboard/billing',
      facts: () =>
        Promise.resolve({
          totals: [...years].flatMap(([year, all]) => [
            String(year),
            dollars(all.reduce((sum, { amount_cents }) => sum + amount_cents, 0)),
          ]),
          payments: payments.flatMap((one) => [
            `Invoice L-${one.number}`,
            day(one.created_at),
            period(one),
            dollars(one.amount_cents),
          ]),
        }),
    },
    {
      path: `/invoices/L-${newest!.number}`,
      facts: () =>
        Promise.resolve({
          invoice: [
            `L-${newest!.number}`,
            fullName(me),
            day(newest!.created_at),
            period(newest!),
            dollars(newest!.amount_cents),
            dollars(newest!.amount_cents),
          ],
        }),
    },
    {
      path: '/dashboard/leads',
      fixed: [
        /^You get a credit back automatically, once per client, .* 24 hours of first contacting you\.$/,
      ],
      facts: async () => ({ ledger: await ledgerOf(rows, me.id) }),
    },
    { path: '/dashboard/receipts', facts: async () => receiptsOf(rows, bookings) },
  ]
}

async function ledgerOf(rows: Rows, me: string): Promise<string[]> {
  const entries = await rows<{
    amount: number
    at: Date
    client: string | null
    number: string | null
    balance: number
  }>(
    `select l.amount, l.at, u.first_name as client, p.number,
       (sum(l.amount) over (order by l.id))::int as balance
     from lead_ledger l left join users u on u.id = l.client_id
     left join payments p on p.id = l.payment_id
     where l.professional_id = $1 order by l.id desc`,
    [me],
  )
  const credits = (count: number) => `${count} ${count === 1 ? 'credit' : 'credits'}`
  return [
    `${credits(entries[0]!.balance)} left`,
    ...entries.flatMap(({ amount, at, client, number, balance }) => [
      amount > 0 ? `+${amount}` : `−${-amount}`,
      ...(client ? [`${client} contacted you for the first time`] : []),
      short(at, READER_ZONE),
      ...(number ? [`Invoice L-${number}`] : []),
      `Balance ${credits(balance)}`,
    ]),
  ]
}

/** 'November 2026', and what its visits came to. */
const monthOf = (visits: readonly BookingRow[]) => [
  formatMonth('en', visits[0]!.day),
  dollars(visits.reduce((sum, { final_cents }) => sum + final_cents!, 0)),
]

/** The receipts of this year, newest visit first. */
async function receiptsOf(rows: Rows, bookings: readonly BookingRow[]) {
  const byId = new Map(bookings.map((booking) => [booking.id, booking]))
  const receipts = await rows<{ booking_id: string; number: string }>(
    `select r.booking_id, r.number from receipts r join bookings b on b.id = r.booking_id
     where b.professional_id = $1 and extract(year from b.booking_date) = extract(year from now())
     order by b.starts_at desc`,
    [bookings[0]!.professional_id],
  )
  const listed = receipts.map(({ booking_id, number }) => ({
    number,
    visit: byId.get(booking_id)!,
  }))
  const year = String(new Date().getUTCFullYear())
  return {
    totals: [
      `[value] ${year}`,
      dollars(listed.reduce((sum, { visit }) => sum + visit.final_cents!, 0)),
      `Total ${year}`,
    ],
    receipts: listed.flatMap(({ number, visit }, index) => [
      ...(listed[index - 1]?.visit.day.slice(0, 7) === visit.day.slice(0, 7)
        ? []
        : monthOf(
            listed
              .map((one) => one.visit)
              .filter(({ day }) => day.slice(0, 7) === visit.day.slice(0, 7)),
          )),
      fullName(visit.client),
      `${date(`${visit.day}T12:00:00Z`, 'UTC')}, ${SERVICES[visit.service_type]}, ${visit.city}`,
      `Receipt V-${number}`,
      dollars(visit.final_cents!),
    ]),
  }
}
