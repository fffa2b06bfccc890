import { useTranslation } from '#web/i18n/use-translation.ts'
import { useFormat } from '#web/i18n/format.ts'
import { classNames } from '#web/ui/class-names.ts'

/** '$65.00/hour'. `tall` is smaller and has the unit below the number, for narrow places. */
export function Rate({ dollars, tall = false }: { dollars: number; tall?: boolean }) {
  const { t } = useTranslation('professionals')
  const format = useFormat()
  return (
    <p className={classNames('tabular whitespace-nowrap', tall && 'grid')}>
      <span
        className={classNames(
          'font-display leading-none font-bold',
          tall ? 'text-xl' : 'text-xl md:text-2xl',
        )}
      >
        {format.money(dollars)}
      </span>
      <span className="text-sm text-soft">{t('per_hour')}</span>
    </p>
  )
}
