import type { LastEvent } from '#contract/talk/messaging.ts'
import type { useTranslation } from '#web/i18n/use-translation.ts'

type T = ReturnType<typeof useTranslation<'messaging'>>['t']

/** Tells an event of a booking to its reader. `name`: the other person's first name. rule: booking-cards */
export function eventSentence(
  t: T,
  {
    event,
    mine,
    instant,
    reclean_of,
  }: Pick<LastEvent, 'event' | 'mine' | 'instant' | 'reclean_of'>,
  name: string,
): string {
  if (reclean_of && event === 'accepted') return t('reclean_booked')
  const kind = instant && event === 'requested' ? 'booked' : event
  return mine ? t(`event_you.${kind}`) : t(`event.${kind}`, { name })
}
