import { Link } from '#web/ui/link.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { ChevronDownIcon } from '#web/ui/pictures/icons.tsx'
import { NO_FILTERS, resultsAddress } from '../search/filters.ts'

const SHOWN_MAX = 12

/**
 * Links that search each served ZIP of a city: the 12 most populous, and the others in a disclosure. rule: city-pages
 */
export function ZipLinks({ zips }: { zips: readonly string[] }) {
  const { t } = useTranslation('cities')
  const rest = zips.slice(SHOWN_MAX)
  return (
    <section aria-labelledby="zips">
      <h2 id="zips" className="text-2xl">
        {t('zips')}
      </h2>
      <p className="measure mt-1 mb-4 text-soft">{t('zips_intro')}</p>
      <Zips zips={zips.slice(0, SHOWN_MAX)} />
      {rest.length > 0 && (
        <details className="group mt-2">
          <summary className="flex min-h-11 list-none items-center gap-2 self-start font-medium text-action hover:underline [&::-webkit-details-marker]:hidden">
            {t('more_zips', { count: rest.length })}
            <ChevronDownIcon className="size-5 shrink-0 text-soft transition-transform group-open:rotate-180" />
          </summary>
          <Zips zips={rest} />
        </details>
      )}
    </section>
  )
}

function Zips({ zips }: { zips: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-2">
      {zips.map((zip) => (
        <li key={zip}>
          <Link
            href={resultsAddress({ ...NO_FILTERS, zip_code: zip })}
            className="tabular inline-flex min-h-11 items-center gap-2 rounded-full border border-edge bg-surface px-4 text-ink hover:border-action hover:bg-mint"
          >
            {zip}
          </Link>
        </li>
      ))}
    </ul>
  )
}
