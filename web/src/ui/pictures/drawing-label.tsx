import { isDrawing } from '#contract/pictures.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { classNames } from '../class-names.ts'

/** Says of a picture of the demo world that it is a drawing. `className` gives its place. rule: demo-world */
export function DrawingLabel({ src, className }: { src: string; className: string }) {
  const { t } = useTranslation('app')
  if (!isDrawing(src)) return null
  return (
    <span
      className={classNames(
        'pointer-events-none absolute rounded-sm bg-raised px-1 text-[0.6875rem] leading-4 text-soft',
        className,
      )}
    >
      {t('picture.drawing')}
    </span>
  )
}
