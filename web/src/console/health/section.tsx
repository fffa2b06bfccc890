import { useId } from 'react'
import type { ReactNode } from 'react'
import type { HealthTable } from '#contract/console/health.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { csvAddress } from './health.api.ts'
import type { Range } from './health.api.ts'

/**
 * A heading, what stands beside it, and the download of its table; or that nothing happened. rule: marketplace-health
 */
export function Section({
  title,
  table,
  range,
  isEmpty,
  extra,
  children,
}: {
  title: string
  table: HealthTable
  range: Range
  isEmpty: boolean
  extra?: ReactNode
  children: ReactNode
}) {
  const { t } = useTranslation('health')
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4">
        <h2 id={id} className="grow text-xl">
          {title}
        </h2>
        {!isEmpty && extra}
        <a
          className="inline-flex min-h-11 items-center font-medium text-action underline decoration-1 underline-offset-4 hover:decoration-2"
          href={csvAddress(range, table)}
          aria-label={`${t('csv')}: ${title}`}
          download
        >
          {t('csv')}
        </a>
      </div>
      {isEmpty ? <p className="text-soft">{t('nothing')}</p> : children}
    </section>
  )
}
