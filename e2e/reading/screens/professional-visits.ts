import { phoneText } from '#contract/people/phone-text.ts'
import { addressOf, fullName, homeFacts, hoursOf, linesOf, priceOf, stepsOf } from '../bookings.ts'
import type { BookingRow } from '../bookings.ts'
import { agreementScreen, roomName, whenOf, workedHours } from './client-visits.ts'
import { netHoursOf } from '../net-hour.ts'
import { date, dollars, longDay, short } from '../formats.ts'
import type { Rows, Screen } from '../reading.ts'

const HOUR_MS = 3_600_000
const MINUTES_AWAY = [10, 20, 30, 45, 60]

/** The pages of a visit that comes, of one whose hours wait and of a settled one, an agreement and a receipt. */
export function visitScreens(rows: Rows, bookings: readonly BookingRow[]): Screen[] {
  const next = bookings.find(({ status, home }) => status === 'accepted' && home !== null)!
  const completed = bookings.filter(({ status }) => status === 'completed')
  const waiting = completed.find(({ final_cents }) => final_cents === null)!
  const settled = completed.findLast(({ final_cents }) => final_cents !== null)!
  return [
    {
      path: `/visits/${next.id}`,
      fixed: [/^0 of \d+ done$/],
      facts: async () => ({ visit: await comingVisit(rows, next) }),
      maybe: () => nearVisit(rows, next),
    },
    ...[waiting, settled].map((booking) => ({
      path: `/visits/${booking.id}`,
      facts: async () => ({ visit: await pastVisit(rows, booking) }),
      maybe: () => nearVisit(rows, booking),
    })),
    agreementScreen(rows, next),
    receiptScreen(rows, settled),
  ]
}

/**
 * Lists what a page says in the hours around its visit: in how many minutes the professional comes, how many photos
 * there are, and that the client may be absent.
 */
async function nearVisit(rows: Rows, { id, client }: BookingRow) {
  const [photos] = await rows<{ count: number }>(
    'select count(*)::int as count from visit_photos where booking_id = $1',
    [id],
  )
  return [
    ...MINUTES_AWAY.flatMap((minutes) => [`${minutes}`, `[aria-label] about ${minutes} min`]),
    `Is ${client.first_name} not there?`,
    /^Starts (tomorrow|in .+)$/,
    `${photos!.count} of 20`,
    "Your client sees them once you finish. They're deleted 90 days after the visit. Photos on your profile stay unless your client withdraws permission.",
  ]
}

/** Lists the sentences with which every page of a visit begins. */
const headOf = (booking: BookingRow): string[] => [
  whenOf(booking),
  fullName(booking.client),
  hoursOf(booking),
  dollars(booking.final_cents ?? booking.total_cents),
]

async function comingVisit(rows: Rows, booking: BookingRow): Promise<string[]> {
  const { id, starts_at, ends_at, time_zone, client } = booking
  const opensAt = new Date(+starts_at - 24 * HOUR_MS)
  const until = short(new Date(+ends_at + 2 * HOUR_MS), time_zone)
  const photos = await rows<{ kind: string; name: string }>(
    `select r.kind, r.name from home_photos p join bookings b using (home_id)
     join home_rooms r on r.id = p.room_id where b.id = $1 order by p.created_at, r.position`,
    [id],
  )
  return [
    ...headOf(booking),
    addressOf(booking),
    phoneText(booking.client.phone),
    booking.notes,
    ...homeFacts(booking.home),
    opensAt > new Date()
      ? `Opens ${short(opensAt, time_zone)}`
      : `Open until ${until}. They disappear from the screen when you leave it, or after 2 minutes.`,
    ...photos.map((room, index) => `[alt] ${roomName(room)}: Photo ${index + 1}`),
    ...priceOf(booking),
    ...(await netHoursOf(rows, [booking])),
    'Version 1',
    `${client.first_name} hasn't agreed yet`,
  ]
}

async function pastVisit(rows: Rows, booking: BookingRow): Promise<string[]> {
  const name = booking.client.first_name
  const [photos] = await rows<{ some: boolean }>(
    'select exists (select from visit_photos where booking_id = $1) as some',
    [booking.id],
  )
  const pair = ['[alt] Before, photo 1', '[alt] After, photo 1']
  const ofVisit = pair.flatMap((alt) => [alt, alt.replace('[alt] ', '[aria-label] Delete: ')])
  return [
    ...headOf(booking),
    ...(await workedHours(rows, booking, 'professional')),
    addressOf(booking),
    phoneText(booking.client.phone),
    booking.notes,
    ...(photos!.some
      ? [
          ...ofVisit,
          `Choose one photo from before and one from after. We'll ask ${booking.client.first_name}, who can say no.`,
          ...pair,
        ]
      : []),
    `Your private note about ${name}`,
    `No one else sees the text here, but it becomes part of the data ${name} can download. If ${name} has written a review that's still waiting, it goes public once you write. After that, you can't change your note.`,
    `Was ${name} kind?`,
    ...priceOf(booking),
    ...(await stepsOf(rows, booking)),
  ]
}

function receiptScreen(rows: Rows, settled: BookingRow): Screen {
  return {
    path: `/bookings/${settled.id}/receipt`,
    known: async () => {
      const [receipt] = await rows<{ number: string }>(
        'select number from receipts where booking_id = $1',
        [settled.id],
      )
      return [
        `V-${receipt!.number}`,
        fullName(settled.professional),
        fullName(settled.client),
        longDay(settled.day),
        `${settled.city}, ${settled.state} ${settled.zip_code}`,
        ...linesOf(settled).flat(),
        dollars(settled.final_cents!),
      ]
    },
    maybe: () => paymentsOf(rows, settled),
  }
}

const METHODS: Record<string, string> = { cash: 'Cash', card: 'Card', transfer: 'Transfer' }

async function paymentsOf(rows: Rows, { id }: BookingRow): Promise<string[]> {
  const records = await rows<{ method: string | null; day: string | null }>(
    `select client_method as method, client_paid_on::text as day from receipts where booking_id = $1
     union all select professional_method, professional_paid_on::text from receipts where booking_id = $1`,
    [id],
  )
  return records.flatMap(({ method, day }) =>
    method ? [`${METHODS[method]}, ${date(`${day}T12:00:00Z`, 'UTC')}`] : [],
  )
}
