import { memo } from 'react'
import type { ClientBooking } from '#contract/bookings/bookings.ts'
import { firstNameOf } from '#contract/people/display-name.ts'
import { useSeriesTexts, weekdayOf } from '../dialog/series-texts.ts'
import { PhaseWord } from '../one/phase-word.tsx'
import { VisitWhen } from '../one/visit-when.tsx'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { DotSeparated } from '#web/ui/dot-separated.tsx'
import { Link } from '#web/ui/link.tsx'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { ChevronDownIcon } from '#web/ui/pictures/icons.tsx'
import { visitAddress } from './booking-address.ts'
import type { Entry, SeriesOfVisits } from './group-visits.ts'
import { isSeries } from './group-visits.ts'
import { ServiceName } from './service-name.tsx'

const ROW = 'flex min-h-22 w-full items-center gap-2.5 px-3.5 py-2.5 text-left hover:bg-mint'

/** Visits as rows of one card, each of which leads to the page of the visit. rule: booking-lists */
export function VisitRows({ entries }: { entries: readonly Entry[] }) {
  return (
    <ul className="card divide-y divide-line overflow-clip">
      {entries.map((entry) =>
        isSeries(entry) ? (
          <li key={`series ${entry.regular.id}`}>
            <SeriesRow series={entry} />
          </li>
        ) : (
          <li key={entry.id}>
            <VisitRow booking={entry} />
          </li>
        ),
      )}
    </ul>
  )
}

/** 'Tomorrow, 9:00 AM', with whom and for what, and how far it is. */
const VisitRow = memo(function VisitRow({ booking }: { booking: ClientBooking }) {
  const { t } = useTranslation('bookings')
  const format = useFormat()
  const { professional, final_amount, total_amount, status } = booking
  const isLost = status === 'declined' || status === 'cancelled'
  return (
    <Link href={visitAddress(booking.id)} className={ROW}>
      <Avatar
        id={professional.user_id}
        name={professional.full_name}
        src={professional.profile_image_url}
        size="md"
      />
      <span className="min-w-0 grow wrap-anywhere">
        <strong className="block font-semibold">
          <VisitWhen visit={booking} />
        </strong>
        <span className="block text-sm text-soft">
          <DotSeparated
            facts={[
              firstNameOf(professional.full_name),
              <ServiceName key="service" visit={booking} />,
            ]}
          />
          <DotSeparated
            facts={[
              <PhaseWord key="phase" visit={booking} />,
              t('hours', { count: booking.estimated_hours }),
              ...(isLost ? [] : [format.money(final_amount ?? total_amount)]),
            ]}
          />
        </span>
      </span>
      <ChevronDownIcon className="size-5 shrink-0 -rotate-90 text-soft" />
    </Link>
  )
})

/** 'Every Tuesday at 3:00 PM', which opens the visits. rule: booking-lists */
function SeriesRow({ series: { visits, regular } }: { series: SeriesOfVisits }) {
  const { t } = useTranslation('bookings')
  const { every } = useSeriesTexts()
  const { professional, booking_time, booking_date, series } = regular
  if (!series) return null
  return (
    <details className="group">
      <summary className={`${ROW} cursor-pointer list-none`}>
        <Avatar
          id={professional.user_id}
          name={professional.full_name}
          src={professional.profile_image_url}
          size="md"
        />
        <span className="min-w-0 grow wrap-anywhere">
          <strong className="block font-semibold">
            {every({
              cleaning_frequency: series.cleaning_frequency,
              weekday: weekdayOf(booking_date),
              booking_time,
            })}
          </strong>
          <span className="block text-sm text-soft">
            <DotSeparated
              facts={[
                firstNameOf(professional.full_name),
                t('mine.next_visits', { number: visits.length }),
              ]}
            />
          </span>
        </span>
        <ChevronDownIcon className="size-5 shrink-0 text-soft transition-transform group-open:rotate-180" />
      </summary>
      <ul className="divide-y divide-line border-t border-line bg-paper">
        {visits.map((booking) => (
          <li key={booking.id}>
            <VisitRow booking={booking} />
          </li>
        ))}
      </ul>
    </details>
  )
}
