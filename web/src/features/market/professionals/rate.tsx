import { useTranslation } from '#web/i18n/use-translation.ts'
import { useFormat } from '#web/i18n/format.ts'
import { classNames } from '#web/ui/class-names.ts'

type RateProps = { dollars: number; tall?: boolean; from?: boolean | undefined }

/**
 * '$65.00/hour', with `from` 'from $65.00/hour'. `tall` is smaller and has the unit below the number, for narrow
 * places.
 */
export function Rate({ dollars, tall = false, from = false }: RateProps) {
  const { t } = useTranslation('professionals')
  const format = useFormat()
  return (
    <p className={classNames('tabular whitespace-nowrap', tall && 'grid')}>
      {from && <span className="text-sm text-soft">{t('rate_from')} </span>}
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
