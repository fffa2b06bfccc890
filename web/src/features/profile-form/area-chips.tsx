import { useTranslation } from '#web/i18n/use-translation.ts'
import { CloseIcon } from '#web/ui/icons.tsx'

/** The chosen places, each with a button that takes it away. */
export function AreaChips({
  areas,
  onRemove,
}: {
  areas: readonly string[]
  onRemove: (area: string) => void
}) {
  const { t } = useTranslation('profile')
  if (areas.length === 0) return null
  return (
    <ul aria-label={t('areas.chosen')} className="mt-2 flex flex-wrap gap-2">
      {areas.map((area) => (
        <li
          key={area}
          className="inline-flex max-w-full items-center rounded-full bg-mint pl-4 font-medium"
        >
          <span className="truncate">{area}</span>
          <button
            type="button"
            aria-label={t('areas.remove', { area })}
            onClick={() => onRemove(area)}
            className="grid size-11 shrink-0 place-items-center rounded-full text-soft hover:bg-mint-strong hover:text-ink"
          >
            <CloseIcon className="size-4" />
          </button>
        </li>
      ))}
    </ul>
  )
}
