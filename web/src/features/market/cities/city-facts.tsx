import type { ReactNode } from 'react'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Stars } from '#web/ui/stars.tsx'
import { Rate } from '../professionals/rate.tsx'
import type { CityPage } from './cities.api.ts'

/** The number of professionals, the lowest rate, and the rating by reviews that count. rule: city-pages */
export function CityFacts({ page }: { page: CityPage }) {
  const { t } = useTranslation('cities')
  const format = useFormat()
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-4">
      <Fact term={t('professionals')}>
        <span className="tabular font-display text-2xl leading-none font-bold">
          {format.number(page.professionals)}
        </span>
      </Fact>
      <Fact term={t('from')}>
        <Rate dollars={page.lowest_rate} />
      </Fact>
      <Fact term={t('rating')}>
        <Stars rating={page.rating} count={page.total_reviews} />
      </Fact>
    </dl>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5">
      <dt className="text-sm text-soft">{term}</dt>
      <dd className="flex min-h-6 items-end">{children}</dd>
    </div>
  )
}
