import { useTranslation } from '#web/i18n/use-translation.ts'
import { CalendarIcon } from '#web/ui/pictures/icons.tsx'

/**
 * The badge of professionals whose free times everybody with a confirmed address books at once. rule: instant-booking
 */
export function InstantBadge() {
  const { t } = useTranslation('professionals')
  return (
    <span className="inline-flex items-center gap-1.5 text-sm font-semibold text-action">
      <CalendarIcon className="size-4" />
      {t('instant')}
    </span>
  )
}
