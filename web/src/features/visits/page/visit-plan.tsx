import type { ClientBookingDetail, ProfessionalBooking } from '#contract/bookings/bookings.ts'
import type { Visit } from '#contract/visits/visits.ts'
import { HomeFactsLine, useSuppliesText } from '#web/features/bookings/dialog/home-facts.tsx'
import { seriesAddress } from '#web/features/bookings/list/booking-address.ts'
import { Belongs, Fact } from '#web/features/bookings/one/booking-facts.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useUser } from '#web/session/session.ts'
import { Link } from '#web/ui/link.tsx'
import { HomeOfVisit } from '../day/home-of-visit.tsx'
import { NewerHome } from './newer-home.tsx'

export type AgreedBooking = ClientBookingDetail | ProfessionalBooking

type PlanProps = { visit: Visit; booking: AgreedBooking | undefined }

/** Where the visit is and what was agreed about the work. rule: visit-view */
export function VisitPlan({ visit, booking }: PlanProps) {
  const { t } = useTranslation(['visits', 'bookings', 'price'])
  const isProfessional = useUser()?.role === 'professional'
  const suppliesText = useSuppliesText()
  const { address, city, state, zip_code } = visit
  const place = `${address && `${address}, `}${city}, ${state} ${zip_code}`
  return (
    <section className="card p-4 md:p-5">
      <h2 className="mb-2 text-xl">{t('plan')}</h2>
      <dl className="grid gap-x-6 gap-y-0.5 sm:grid-cols-[max-content_1fr] sm:gap-y-2">
        <Fact name={t('bookings:fact.address')}>
          {place}
          {isProfessional && address && (
            <a
              href={`https://maps.google.com/?${new URLSearchParams({ daddr: place })}`}
              target="_blank"
              rel="noreferrer"
              className="flex min-h-11 items-center font-medium text-action underline decoration-1 underline-offset-4"
            >
              {t('directions')}
            </a>
          )}
        </Fact>
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
    </section>
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
