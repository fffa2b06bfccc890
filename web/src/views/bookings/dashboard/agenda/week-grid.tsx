import type { AgendaDay, AgendaVisit } from '#contract/bookings/agenda.ts'
import { intl, LOCALES } from '#contract/formats.ts'
import { visitAddress } from '#web/features/bookings/list/booking-address.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/link.tsx'
import { useNow } from '#web/ui/states/use-now.ts'
import { busyOnDay } from './busy-on-day.ts'
import { hoursShown, lanesOf, minuteOf } from './week-grid.ts'

const HOUR_PX = 48
const HOUR_MINUTES = 60
const DAY_MINUTES = 1440
const MINUTE_MS = 60_000

type WeekGridProps = { days: readonly AgendaDay[]; zone: string; today: string }

/**
 * A week from 768 px on: hours down, days across, visits as blocks, drives and busy times hatched. The list of the days
 * below it says all of this to a screen reader. rule: agenda
 */
export function WeekGrid({ days, zone, today }: WeekGridProps) {
  const { i18n } = useTranslation()
  const { first, last } = hoursShown(days, zone)
  const hours = Array.from({ length: last - first }, (_, index) => first + index)
  const height = (last - first) * HOUR_PX
  const format = (options: Intl.DateTimeFormatOptions, at: string) =>
    intl(Intl.DateTimeFormat, LOCALES[i18n.language], { ...options, timeZone: 'UTC' }).format(
      new Date(at),
    )
  return (
    <div aria-hidden="true" className="max-md:hidden">
      <div className="grid grid-cols-7 pb-2 pl-14 text-center">
        {days.map(({ date }) => (
          <p key={date} className={classNames('text-sm', date === today && 'text-action')}>
            <span className="block text-soft">
              {format({ weekday: 'short' }, `${date}T00:00Z`)}
            </span>
            <strong className="text-lg font-semibold">
              {format({ day: 'numeric' }, `${date}T00:00Z`)}
            </strong>
          </p>
        ))}
      </div>
      <div className="flex">
        <svg className="w-14 shrink-0 overflow-visible" height={height}>
          {hours.map((hour) => (
            <text
              key={hour}
              x="48"
              y={(hour - first) * HOUR_PX + 5}
              textAnchor="end"
              className="fill-soft text-sm"
            >
              {format({ hour: 'numeric' }, `2026-01-01T${String(hour).padStart(2, '0')}:00Z`)}
            </text>
          ))}
        </svg>
        <svg className="min-w-0 grow rounded-md" height={height}>
          <rect width="100%" height="100%" className="fill-line opacity-40" />
          <Hatching />
          {days.map((day, column) => (
            <Background key={day.date} day={day} column={column} zone={zone} first={first} />
          ))}
          {hours.slice(1).map((hour) => (
            <rect
              key={hour}
              y={(hour - first) * HOUR_PX}
              width="100%"
              height="1"
              className="pointer-events-none fill-line"
            />
          ))}
          {days.map((day, column) => (
            <Visits key={day.date} day={day} column={column} zone={zone} first={first} />
          ))}
        </svg>
      </div>
    </div>
  )
}

function Hatching() {
  return (
    <defs>
      <pattern
        id="hatching"
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="2" height="6" className="fill-edge" />
      </pattern>
    </defs>
  )
}

const COLUMN_PERCENT = 100 / 7
const percent = (share: number) => `${share.toFixed(3)}%`

type ColumnProps = { day: AgendaDay; column: number; zone: string; first: number }

/** Returns the place of a span of minutes in the column, or in a lane of it. */
function placeIn(column: number, first: number) {
  return (from: number, to: number, { lane, lanes } = { lane: 0, lanes: 1 }) => ({
    x: percent((column + lane / lanes) * COLUMN_PERCENT),
    y: ((from - first * HOUR_MINUTES) / HOUR_MINUTES) * HOUR_PX,
    width: percent(COLUMN_PERCENT / lanes),
    height: (Math.max(0, to - from) / HOUR_MINUTES) * HOUR_PX,
  })
}

/** The hours of a day, and its busy times. */
function Background({ day, column, zone, first }: ColumnProps) {
  const place = placeIn(column, first)
  const minute = (time: string) =>
    Number(time.slice(0, 2)) * HOUR_MINUTES + Number(time.slice(3, 5))
  return (
    <>
      {day.hours?.map(({ from, to }) => (
        <rect key={from} {...place(minute(from), minute(to))} className="fill-surface" />
      ))}
      {day.busy.map((busy) => {
        const { from, to } = busyOnDay(busy, day.date, zone)
        return (
          <rect
            key={busy.starts_at}
            {...place(minute(from), minute(to))}
            fill="url(#hatching)"
            className="opacity-30"
          />
        )
      })}
      <rect x={percent(column * COLUMN_PERCENT)} width="1" height="100%" className="fill-line" />
    </>
  )
}

/** The visits of a day, each with the drive before it. */
function Visits({ day, column, zone, first }: ColumnProps) {
  const place = placeIn(column, first)
  const lanes = lanesOf(day.visits)
  return day.visits.map((visit, index) => {
    const from = minuteOf(visit.starts_at, zone)
    const minutes = (Date.parse(visit.ends_at) - Date.parse(visit.starts_at)) / MINUTE_MS
    const lane = lanes[index] ?? { lane: 0, lanes: 1 }
    const { travel_minutes_before: drive, gap_minutes_before: gap } = visit
    return (
      <g key={visit.booking_id}>
        {/* Where there is no time for the drive, it does not lie over the visit before. */}
        {drive !== null && gap !== null && (
          <rect
            {...place(from - Math.min(drive, gap), from)}
            fill="url(#hatching)"
            className="opacity-60"
          />
        )}
        <foreignObject {...place(from, Math.min(DAY_MINUTES, from + minutes), lane)}>
          <Block visit={visit} isNarrow={lane.lanes > 1} />
        </foreignObject>
      </g>
    )
  })
}

const BLOCK =
  'block h-full overflow-hidden rounded-md border-l-4 py-0.5 leading-tight ring-1 ring-inset'

const LOOKS = {
  accepted: 'border-action bg-mint ring-mint-strong hover:bg-mint-strong',
  pending: 'border-amber bg-amber-soft text-amber ring-line',
  completed: 'border-edge bg-paper text-soft ring-line hover:text-ink',
}

type BlockProps = {
  visit: AgendaVisit
  /** Whether it shares the width of its day. */
  isNarrow: boolean
}

function Block({ visit, isNarrow }: BlockProps) {
  const format = useFormat()
  const content = (
    <>
      <span className="tabular block">{format.time(visit.starts_at, visit.time_zone)}</span>
      <strong className="block truncate font-semibold">{visit.client_name.split(' ')[0]}</strong>
      <span className="block truncate">{visit.city}</span>
    </>
  )
  const isOver = useNow() > new Date(visit.ends_at) && visit.status === 'accepted'
  const look = classNames(
    BLOCK,
    isNarrow ? 'px-0.5 text-[0.75rem]' : 'px-1.5 text-sm',
    LOOKS[isOver ? 'completed' : visit.status],
  )
  const isLink = !visit.locked && visit.status !== 'pending'
  return (
    <div className="h-full p-px">
      {isLink ? (
        // The list below has the link for the keyboard.
        <Link tabIndex={-1} href={visitAddress(visit.booking_id)} className={look}>
          {content}
        </Link>
      ) : (
        <div className={look}>{content}</div>
      )}
    </div>
  )
}
