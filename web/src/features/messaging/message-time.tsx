import { useSyncExternalStore } from 'react'
import type { Language } from '#contract/product.ts'
import { useFormat } from '#web/i18n/format.ts'
import { formats, intl, LOCALES } from '#contract/formats.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'

const TICK_MS = 30_000

/** When something was written, by the 24-hour rule (professional spec 9); a day later it turns into a date by itself. */
export function SentAt({ instant, className }: { instant: string; className?: string }) {
  const { i18n } = useTranslation()
  const format = useFormat()
  const now = useSyncExternalStore(everyTick, currentTick)
  const zone = readersZone()
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

const readers = new Set<() => void>()
let now = new Date()
let timer: ReturnType<typeof setInterval> | undefined

const currentTick = () => now

/** One clock for everything on the screen. */
function everyTick(changed: () => void): () => void {
  readers.add(changed)
  timer ??= setInterval(() => {
    now = new Date()
    for (const reader of readers) reader()
  }, TICK_MS)
  return () => {
    readers.delete(changed)
    if (readers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

const DAY_MS = 86_400_000

/**
 * Professional spec 9: the clock's time if it is under 24 h old, otherwise a date, which names its year only where that is not the
 * reader's; in `zone`, the reader's. `instant` is ISO 8601.
 */
export function messageTime(instant: string, now: Date, language: Language, zone: string): string {
  const then = new Date(instant)
  if (now.getTime() - then.getTime() < DAY_MS) return formats(language).time(instant, zone)
  if (then.getFullYear() !== now.getFullYear()) return formats(language).date(instant, zone)
  const day = { month: 'short', day: 'numeric', timeZone: zone } as const
  return intl(Intl.DateTimeFormat, LOCALES[language], day).format(then)
}

/** The zone of the reader's clock. */
export const readersZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
