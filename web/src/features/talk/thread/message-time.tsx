import { useSyncExternalStore } from 'react'
import type { Language } from '#contract/product.ts'
import { useFormat } from '#web/i18n/format.ts'
import { formats, intl, LOCALES } from '#contract/formats.ts'
import { browserTimeZone } from '#web/i18n/time-zone.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'

const TICK_MS = 30_000

/**
 * When something was written: the time of day, the day too if it was yesterday, and a date once it is 24 hours old.
 * rule: message-screen
 */
export function SentAt({ instant, className }: { instant: string; className?: string }) {
  const { i18n } = useTranslation()
  const format = useFormat()
  const now = useSyncExternalStore(subscribeToTicks, currentTick, tickOfPage)
  const zone = browserTimeZone()
  return (
    <time
      dateTime={instant}
      title={`${format.date(instant, zone)}, ${format.time(instant, zone)}`}
      className={className}
    >
      {messageTime(instant, now, i18n.language, zone)}
    </time>
  )
}

const listeners = new Set<() => void>()
let now = new Date()
let timer: ReturnType<typeof setInterval> | undefined

const currentTick = () => now
/** The server holds no tick. In the browser the module was loaded with the page. */
const tickOfPage = typeof window === 'undefined' ? () => new Date() : currentTick

/** One timer for all times on the screen. */
function subscribeToTicks(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = new Date()
    for (const notify of listeners) notify()
  }, TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

const DAY_MS = 86_400_000

/**
 * The time of day if `instant` (ISO 8601) is under 24 hours before `now`, with the day of the week if that was
 * yesterday. Otherwise the date, with the year only if it is not the present one. In the time zone `zone`. rule:
 * message-screen
 */
export function messageTime(instant: string, now: Date, language: Language, zone: string): string {
  const then = new Date(instant)
  const intlOf = (options: Intl.DateTimeFormatOptions) =>
    intl(Intl.DateTimeFormat, LOCALES[language], { ...options, timeZone: zone })
  if (now.getTime() - then.getTime() < DAY_MS) {
    const time = formats(language).time(instant, zone)
    const day = intlOf({ weekday: 'short' })
    return day.format(then) === day.format(now) ? time : `${day.format(then)} ${time}`
  }
  const year = intlOf({ year: 'numeric' })
  if (year.format(then) !== year.format(now)) return formats(language).date(instant, zone)
  return intlOf({ month: 'short', day: 'numeric' }).format(then)
}
