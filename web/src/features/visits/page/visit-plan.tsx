import { firstNameOf } from '#contract/people/display-name.ts'
import type { ClientBookingDetail, ProfessionalBooking } from '#contract/bookings/bookings.ts'
import type { Visit } from '#contract/visits/visits.ts'
import { HomeFactsLine, useSuppliesText } from '#web/features/bookings/dialog/home-facts.tsx'
import { seriesAddress } from '#web/features/bookings/list/booking-address.ts'
import { Belongs, Fact } from '#web/features/bookings/one/booking-facts.tsx'
import { ClientContact } from '#web/features/bookings/one/client-contact.tsx'
import { OverBreaks } from '#web/features/bookings/times/over-breaks.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useUser } from '#web/session/session.ts'
import { Link } from '#web/ui/link.tsx'
import { HomeOfVisit } from '../day/home-of-visit.tsx'
import { NewerHome } from './newer-home.tsx'
import { CardPart } from '#web/ui/folded-part.tsx'
import { isAhead, placeOf } from './way-there.tsx'

export type AgreedBooking = ClientBookingDetail | ProfessionalBooking

type PlanProps = {
  visit: Visit
  booking: AgreedBooking | undefined
  /** Whether it is closed at first, because the work has started. */
  isFolded: boolean
}

/** Where the visit is and what was agreed about the work. rule: visit-view */
export function VisitPlan({ visit, booking, isFolded }: PlanProps) {
  const { t } = useTranslation(['visits', 'bookings', 'price'])
  const isProfessional = useUser()?.role === 'professional'
  const suppliesText = useSuppliesText()
  return (
    <CardPart title={t('plan')} isFolded={isFolded}>
      <dl className="grid gap-x-6 gap-y-0.5 sm:grid-cols-[max-content_1fr] sm:gap-y-2">
        {/* The professional reads it above, while it is the way there. */}
        {!(isProfessional && isAhead(visit)) && (
          <Fact name={t('bookings:fact.address')}>{placeOf(visit)}</Fact>
        )}
        {booking && 'client_details' in booking && booking.client_details.phone && (
          <Fact name={t('bookings:fact.contact')}>
            <ClientContact booking={booking} />
          </Fact>
        )}
        {visit.breaks && (
          <Fact name={t('bookings:fact.break')}>
            <OverBreaks
              breaks={visit.breaks}
              timeZone={visit.time_zone}
              name={isProfessional ? undefined : firstNameOf(visit.other.name)}
            />
          </Fact>
        )}
        {booking?.notes && (
          <Fact name={t('bookings:fact.notes')}>
            <span className="whitespace-pre-line">{booking.notes}</span>
          </Fact>
        )}
        {visit.home?.rooms ? (
          <HomeOfVisit home={visit.home} showsRooms={visit.checklist.length === 0} />
        ) : (
          booking?.home && (
            <Fact name={t('price:fact.home')}>
              <HomeFactsLine home={booking.home} />
            </Fact>
          )
        )}
        {booking && <Fact name={t('price:fact.supplies')}>{suppliesText(booking)}</Fact>}
        {booking && <Frequency booking={booking} />}
      </dl>
      {booking && 'newer_home' in booking && typeof booking.newer_home === 'number' && (
        <NewerHome bookingId={booking.id} version={booking.newer_home} />
      )}
    </CardPart>
  )
}

function Frequency({ booking: { cleaning_frequency, series } }: { booking: AgreedBooking }) {
  const { t } = useTranslation(['bookings', 'search'])
  if (cleaning_frequency === 'one_time') return null
  return (
    <Fact name={t('fact.frequency')}>
      {t(`search:frequencies.${cleaning_frequency}`)}
      {series ? (
        <Link
          href={seriesAddress(series.id)}
          className="block min-h-11 py-2.5 text-action underline decoration-1 underline-offset-4"
        >
          <Belongs series={series} />
        </Link>
      ) : (
        ` (${t('fact.first_visit')})`
      )}
    </Fact>
  )
}
