import type { NextSlot } from '#contract/calendar/slots.ts'
import { Refusal } from '#web/api/client.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { focusOnMount } from '#web/ui/focus-on-mount.ts'

type NextSlotsProps = {
  problem: string
  slots: readonly NextSlot[]
  onChoose: (slot: NextSlot) => void
}

/** Why the chosen time cannot be booked, and the next free times as buttons. rule: booking-dialog */
export function NextSlots({ problem, slots, onChoose }: NextSlotsProps) {
  const { t } = useTranslation('bookings')
  const format = useFormat()
  return (
    <div
      ref={focusOnMount}
      tabIndex={-1}
      className="col-span-full flex flex-col gap-3 outline-none"
    >
      <MessageBox tone="problem">{problem}</MessageBox>
      {slots.length > 0 && (
        <ul aria-label={t('slots.next_free')} className="grid grid-cols-2 gap-2 sm:grid-cols-3">
          {slots.map((slot) => (
            <li key={slot.starts_at} className="grid">
              <Button look="quiet" wide onClick={() => onChoose(slot)}>
                {format.visit(`${slot.booking_date}T${slot.booking_time}:00Z`, 'UTC')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The free times that a refusal names; undefined for other errors. rule: booking-dialog */
export function nextSlotsOf(error: unknown): readonly NextSlot[] | undefined {
  const slots = error instanceof Refusal ? error.about['next_slots'] : undefined
  return Array.isArray(slots) ? (slots as NextSlot[]) : undefined
}
