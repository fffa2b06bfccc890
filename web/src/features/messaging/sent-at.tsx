import { useSyncExternalStore } from 'react'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { messageTime, readersZone } from './message-time.ts'

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
