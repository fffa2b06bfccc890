import { useTranslation } from '#web/i18n/use-translation.ts'
import { PAGE_SIZE } from '#contract/market/search-rules.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { resultsAddress } from '../search/filters.ts'
import type { Filters } from '../search/filters.ts'

/** Links to the other pages of results. rule: search-finds-listed */
export function Pages({ filters, total }: { filters: Filters; total: number }) {
  const { t } = useTranslation('results')
  const last = Math.ceil(total / PAGE_SIZE)
  if (last < 2) return null
  const { page } = filters
  const to = (target: number) => resultsAddress({ ...filters, page: target })
  return (
    <nav aria-label={t('pages')} className="flex flex-wrap items-center justify-center gap-2">
      {page > 1 && (
        <ButtonLink href={to(page - 1)} look="quiet">
          {t('previous')}
        </ButtonLink>
      )}
      {pagesAround(page, last).map((number, index) =>
        number === 'gap' ? (
          <span key={`gap-${index}`} aria-hidden="true" className="px-1 text-soft">
            …
          </span>
        ) : (
          <ButtonLink
            key={number}
            href={to(number)}
            look={number === page ? 'primary' : 'quiet'}
            label={t('page', { page: number })}
            current={number === page}
            className={classNames('tabular min-w-11 px-3', number !== page && 'max-sm:hidden')}
          >
            {number}
          </ButtonLink>
        ),
      )}
      {page < last && (
        <ButtonLink href={to(page + 1)} look="quiet">
          {t('next')}
        </ButtonLink>
      )}
    </nav>
  )
}

/** The pages to link to: first, last, current and its neighbours, with gaps between them. */
export function pagesAround(page: number, last: number): (number | 'gap')[] {
  const shown = [...new Set([1, page - 1, page, page + 1, last])]
    .filter((number) => number >= 1 && number <= last)
    .toSorted((one, other) => one - other)
  return shown.flatMap((number, index) =>
    number - (shown[index - 1] ?? 0) > 1 ? ['gap' as const, number] : [number],
  )
}
