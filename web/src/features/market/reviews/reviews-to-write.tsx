import { queryOptions, useQuery } from '@tanstack/react-query'
import { displayName } from '#contract/people/display-name.ts'
import type { Api } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { profileAddress } from '../professionals/addresses.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { TextLink } from '#web/ui/text-link.tsx'

/** The most visits that are asked about at once. */
const ASKED_MAX = 3

export function reviewsToWriteQuery(api: Api) {
  return queryOptions({
    queryKey: ['reviews', 'to-write'],
    queryFn: ({ signal }) => api.call('GET /api/reviews/to-write', { signal }),
    meta: { refreshedBy: ['reviews', 'booking-status'] },
  })
}

/** Asks the client about visits without a review. Shows nothing if it fails. rule: review-asks */
export function ReviewsToWrite() {
  const { t } = useTranslation('review_forms')
  const format = useFormat()
  const { data } = useQuery(reviewsToWriteQuery(useApi()))
  if (!data || data.visits.length === 0) return null
  return (
    <section aria-labelledby="to-write" className="card flex flex-col gap-2 p-4 md:p-5">
      <h2 id="to-write" className="text-xl">
        {t('ask.title')}
      </h2>
      <ul className="flex flex-col gap-1">
        {data.visits
          .slice(0, ASKED_MAX)
          .map(({ booking_id, professional, ended_at, time_zone }) => (
            <li key={booking_id} className="flex flex-wrap items-center gap-x-3">
              <TextLink href={profileAddress(professional, { signedIn: true })}>
                {t('ask.of', { name: displayName(professional.full_name) })}
              </TextLink>
              <span className="text-sm text-soft">
                {t('ask.on', { date: format.date(ended_at, time_zone) })}
              </span>
            </li>
          ))}
      </ul>
    </section>
  )
}
