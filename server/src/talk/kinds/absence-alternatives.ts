import type { Language, ServiceType } from '#contract/product.ts'
import { displayName } from '#contract/people/display-name.ts'
import { formats } from '#contract/formats.ts'
import type { Context } from '#server/context.ts'
import { textsIn } from '#server/texts.ts'
import { othersFree } from '#server/market/search/others-free.ts'
import { freeTimesFor } from '#server/calendar/free/free-times-for.ts'
import type { FreeTimesOf } from '#server/calendar/free/free-times-for.ts'

const SLOTS_MAX = 3
const OTHERS_MAX = 3

/**
 * The alternatives that the letter of an absence offers for a visit: the next free times of the same professional, and
 * others who are free at the time of the visit. Each link opens the booking dialog. rule: absence
 */
export async function linksToAlternatives(
  context: Context,
  bookingId: string,
  language: Language,
): Promise<{ label: string; href: string }[]> {
  const lost = await loadLostVisit(context, bookingId)
  if (!lost) return []
  const { home, visit, name, startsAt, city } = lost
  const when = (instant: Date) =>
    textsIn(language, 'bookings')('labels.time_in_city', {
      time: formats(language).visit(instant, home.timeZone),
      city,
    })
  const linkTo = (professionalId: string, who: string, instant: Date) => ({
    label: `${displayName(who)}: ${when(instant)}`,
    href: context.config.publicOrigin + addressOf(professionalId, visit, instant),
  })
  const wanted = { ...visit, ...wallTime(startsAt, home.timeZone) }
  const { cards } = await othersFree(
    context,
    { ...wanted, professionalId: lost.professionalId },
    OTHERS_MAX,
  )
  const own = await freeTimesFor(context, lost.professionalId, visit)
  return [
    ...(own?.next(SLOTS_MAX) ?? []).map((instant) => linkTo(lost.professionalId, name, instant)),
    ...cards.map((other) => linkTo(other.user_id, other.full_name, startsAt)),
  ]
}

async function loadLostVisit({ db, places }: Context, bookingId: string) {
  const row = await db
    .selectFrom('bookings')
    .innerJoin('professionals', 'professionals.user_id', 'bookings.professional_id')
    .select([
      'bookings.client_id',
      'bookings.professional_id',
      'bookings.zip_code',
      'bookings.city',
      'bookings.service_type',
      'bookings.estimated_hours',
      'bookings.starts_at',
      'bookings.status',
      'professionals.full_name',
    ])
    .where('bookings.id', '=', bookingId)
    .executeTakeFirst()
  const home = row && places.zipOf(row.zip_code)
  if (!home) return undefined
  return {
    professionalId: row.professional_id,
    name: row.full_name,
    startsAt: row.starts_at,
    city: row.city,
    home,
    visit: {
      clientId: row.client_id,
      home,
      serviceType: row.service_type as ServiceType,
      hours: row.estimated_hours,
      // An absence declines a request and cancels an accepted visit.
      wasAccepted: row.status === 'cancelled',
    },
  }
}

/** The address of a professional's booking dialog with everything chosen. */
function addressOf(professionalId: string, visit: FreeTimesOf, startsAt: Date): string {
  const { home, serviceType, hours } = visit
  const query = new URLSearchParams({
    book: '1',
    zip_code: home.zip,
    service_type: serviceType,
    hours: String(hours),
    ...wallTime(startsAt, home.timeZone),
  })
  return `/professionals/${professionalId}?${query}`
}

/** Date and time on the clock of a zone. */
function wallTime(instant: Date, timeZone: string): { date: string; time: string } {
  const wall = Temporal.Instant.fromEpochMilliseconds(+instant).toZonedDateTimeISO(timeZone)
  return {
    date: wall.toPlainDate().toString(),
    time: wall.toPlainTime().toString({ smallestUnit: 'minute' }),
  }
}
