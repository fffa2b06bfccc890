import { useTranslation } from '../../app/use-translation.ts'
import { useFormat } from '../../app/format.ts'

/** '$65.00/hour', the largest number around. */
export function Rate({ dollars }: { dollars: number }) {
  const { t } = useTranslation('professionals')
  const format = useFormat()
  return (
    <p className="tabular whitespace-nowrap">
      <span className="font-display text-2xl leading-none font-bold">{format.money(dollars)}</span>
      <span className="text-sm text-soft">{t('per_hour')}</span>
    </p>
  )
}
