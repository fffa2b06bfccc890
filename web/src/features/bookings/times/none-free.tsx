import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import type { Slots } from './slots.api.ts'

type NoneFreeProps = { slots: Slots; name: string; onShow: (date: string) => void }

/** Stands where the times would be, in a fortnight without any: why, and the next free time. rule: slot-picker */
export function NoneFree({ slots, name, onShow }: NoneFreeProps) {
  const { t } = useTranslation('bookings')
  const format = useFormat()
  const { next_slot: next, too_long } = slots
  const why = whyNone(slots)
  return (
    <div className="flex flex-col items-start gap-1">
      <p>
        {too_long
          ? t(`slots.too_long.${too_long}`, { name })
          : why
            ? t(`slots.why.${why}`, { name })
            : t('slots.none')}
      </p>
      {next && (
        <Button look="link" className="-ml-5" onClick={() => onShow(next.date)}>
          {t('slots.next', { when: format.visit(`${next.date}T${next.time}:00Z`, 'UTC') })}
        </Button>
      )}
    </div>
  )
}

const REASONS = ['full', 'short', 'soon'] as const

/** Why days with working hours have no free time: taken, too short or too soon. Undefined without such days. */
export function whyNone({ days }: Pick<Slots, 'days'>): (typeof REASONS)[number] | undefined {
  return REASONS.find((reason) => days.some(({ state }) => state === reason))
}
