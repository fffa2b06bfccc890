import type { Visit } from '#contract/visits/visits.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { LockIcon } from '#web/ui/pictures/icons-signed-in.tsx'
import { PinIcon } from '#web/ui/pictures/icons.tsx'
import { ContactLinks } from '../problems/contact-links.tsx'

const TILE =
  'flex min-h-14 flex-1 basis-0 flex-col items-center justify-center gap-0.5 rounded-md border border-edge bg-surface px-1 py-1.5 text-center text-sm leading-tight font-semibold hover:border-action hover:bg-mint'

/** Whether the professional still has to get to the visit, or is there. */
export const isAhead = ({ status, stage }: Visit) => status === 'accepted' && stage !== 'finished'

/** Where the visit is, the way there, the client and the access: what a professional needs first. rule: visit-view */
export function WayThere({ visit }: { visit: Visit }) {
  const { t } = useTranslation(['visits', 'today'])
  const place = placeOf(visit)
  return (
    <div className="flex w-full flex-col gap-3">
      <p className="wrap-anywhere">{place}</p>
      <div className="flex flex-wrap gap-2 sm:max-w-120">
        <a
          href={`https://maps.google.com/?${new URLSearchParams({ daddr: place })}`}
          target="_blank"
          rel="noreferrer"
          className={TILE}
        >
          <PinIcon className="size-5" />
          {t('today:visit.directions')}
          <span className="sr-only">, {t('today:visit.new_tab')}</span>
        </a>
        <ContactLinks visit={visit} className={TILE} />
        {visit.access.saved.length > 0 && (
          <a href="#access" className={TILE}>
            <LockIcon className="size-5" />
            {t('today:visit.access')}
          </a>
        )}
      </div>
    </div>
  )
}

/** '1810 Bluebonnet Lane, Austin, TX 78704'. */
export const placeOf = ({ address, city, state, zip_code }: Visit) =>
  `${address && `${address}, `}${city}, ${state} ${zip_code}`
