import { useTranslation } from '#web/i18n/use-translation.ts'
import { useFormat } from '#web/i18n/format.ts'
import { classNames } from '#web/ui/class-names.ts'

type RateProps = { dollars: number; tall?: boolean; from?: boolean | undefined }

/**
 * '$65.00/hour', with `from` 'from $65.00/hour'. `tall` is smaller and has 'from' on a line of its own, for narrow
 * places.
 */
export function Rate({ dollars, tall = false, from = false }: RateProps) {
  const { t } = useTranslation('professionals')
  const format = useFormat()
  return (
    <p className={'tabular whitespace-nowrap'}>
      {from && (
        <span className={classNames('text-sm text-soft', tall && 'block leading-tight')}>
          {t('rate_from')}{' '}
        </span>
      )}
      <span
        className={classNames(
          'font-display leading-none font-bold',
          tall ? 'text-lg' : 'text-xl md:text-2xl',
        )}
      >
        {format.money(dollars)}
      </span>
      <span className="text-sm text-soft">{t('per_hour')}</span>
    </p>
  )
}
