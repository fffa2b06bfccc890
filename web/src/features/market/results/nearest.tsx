import { BOOKING_HOURS, DEFAULT_BOOKING_HOURS } from '#contract/bookings/booking-rules.ts'
import { displayName } from '#contract/people/display-name.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useUser } from '#web/session/session.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { profileAddress, withChoice } from '../professionals/addresses.ts'
import { filtersQuery } from '../search/filters.ts'
import type { Filters } from '../search/filters.ts'
import type { SearchAnswer } from './results.api.ts'

type NearestProps = { filters: Filters; professionals: NonNullable<SearchAnswer['nearest']> }

/** Lists who is free soonest, where nobody is at the asked time. Their profiles open at it. rule: search-by-time */
export function Nearest({ filters, professionals }: NearestProps) {
  const { t } = useTranslation('results')
  const format = useFormat()
  const signedIn = useUser() !== null
  const hours = BOOKING_HOURS.find((one) => String(one) === filters.hours) ?? DEFAULT_BOOKING_HOURS
  return (
    <section aria-labelledby="nearest" className="flex flex-col gap-1">
      <h2 id="nearest" className="text-xl">
        {t('nearest')}
      </h2>
      <ul>
        {professionals.map(({ free, ...professional }) => {
          if (!free) return null
          const { booking_date: date, booking_time: time } = free
          const choice = { date, time, hours, service: filters.service_type || 'standard' } as const
          const search = withChoice(filtersQuery(filters), choice)
          return (
            <li key={professional.user_id} className="flex flex-wrap items-center gap-x-3">
              <TextLink href={profileAddress(professional, { signedIn, search })}>
                {displayName(professional.full_name)}
              </TextLink>
              <span className="tabular text-soft">
                {format.visit(`${date}T${time}:00Z`, 'UTC')}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
