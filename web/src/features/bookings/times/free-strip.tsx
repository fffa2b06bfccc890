import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { BOOKING_HOURS, DEFAULT_BOOKING_HOURS } from '#contract/bookings/booking-rules.ts'
import { formatDate } from '#contract/date-formats.ts'
import { effectiveMinimum } from '#contract/market/offer-rules.ts'
import { useApi } from '#web/api/use-api.ts'
import type { VisitChoice } from '#web/features/market/professionals/addresses.ts'
import type { ShownProfessional } from '#web/features/market/professionals/professionals.api.ts'
import { chosenService } from '#web/features/market/professionals/visit-choice.ts'
import { readFilters } from '#web/features/market/search/read-filters.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { LoadFailure } from '../list/load-failure.tsx'
import type { WithoutTime } from './instead/instead.api.ts'
import { Instead } from './instead/instead.tsx'
import { NoneFree } from './none-free.tsx'
import { shownDay, slotsQuery } from './slots.api.ts'
import type { Slots, SlotsDay } from './slots.api.ts'
import { DAYS_GRID, DaysGrid } from './slot-days.tsx'
import { NOT_CHOSEN, TimeCell } from './time-cell.tsx'
import { useGridFocus } from './use-grid-focus.ts'

const LENGTHS_SHOWN = 3
const NOON = '12:00'

export type FreeStripProps = {
  professional: ShownProfessional
  search: URLSearchParams
  choice: VisitChoice | undefined
  onChoose: (choice: VisitChoice | undefined) => void
}

/** The free times of two weeks on a profile: lengths, days, and the times of one day. rule: profile-times */
export default function FreeStrip({ professional, search, choice, onChoose }: FreeStripProps) {
  const { t } = useTranslation(['next_free', 'bookings'])
  const { zip_code, date, hours: askedHours } = readFilters(search)
  const service = chosenService(professional, search)
  const { offer, min_hours, user_id: professionalId } = professional
  const shortest = effectiveMinimum(offer?.services, service, min_hours)
  const lengths = lengthsFrom(shortest, Number(askedHours))
  const [hours, setHours] = useState(
    choice?.hours ?? lengths.find((one) => one >= Number(askedHours || DEFAULT_BOOKING_HOURS))!,
  )
  const [from, setFrom] = useState<string>()
  const [openDate, setOpenDate] = useState(date)
  const takesFocus = useRef(false)
  const zip = /^\d{5}/.test(zip_code) ? zip_code : undefined
  const asked = { professionalId, zip, hours: String(hours), service, from }
  const query = useQuery({
    ...slotsQuery(useApi(), asked),
    placeholderData: keepPreviousData,
  })
  const { data, error, isPlaceholderData } = query
  useLostChoice(isPlaceholderData ? undefined : data, choice, () => onChoose(undefined))
  const day = data && shownDay(data, [openDate])
  const chooseLength = (length: number) => {
    setHours(length)
    if (choice) onChoose({ ...choice, hours: length })
  }
  return (
    <>
      <Lengths lengths={lengths} chosen={hours} onChoose={chooseLength} />
      <div className="col-span-full flex min-w-0 flex-col gap-3" aria-busy={isPlaceholderData}>
        {data ? (
          <>
            <DaysGrid
              key={data.days[0]!.date}
              days={data.days}
              openDate={day?.date}
              place={undefined}
              takesFocus={takesFocus}
              onOpen={setOpenDate}
            />
            {day ? (
              <DayTimes
                // The first of the days can be the one that is shown.
                key={`times ${day.date}`}
                day={day}
                timeZone={data.time_zone}
                hours={data.hours}
                chosen={choice?.date === day.date ? choice.time : undefined}
                onChoose={(time) => onChoose({ date: day.date, time, hours, service })}
              />
            ) : (
              <NothingFree
                {...{ asked, isPlaceholderData, professional, slots: data }}
                onShow={setFrom}
                onChoose={({ date, time, hours }) => {
                  setHours(hours)
                  setOpenDate(date)
                  onChoose({ date, time, hours, service })
                }}
              />
            )}
          </>
        ) : error ? (
          <LoadFailure
            failed={t('bookings:slots.failed')}
            error={error}
            isRetrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <DaysSkeleton />
        )}
      </div>
    </>
  )
}

function DaysSkeleton() {
  return (
    <div className={DAYS_GRID}>
      {Array.from({ length: 14 }, (_, index) => (
        <Skeleton key={index} className="h-14" />
      ))}
    </div>
  )
}

type NothingFreeProps = {
  asked: WithoutTime
  /** Whether the slots are those of another question. */
  isPlaceholderData: boolean
  professional: ShownProfessional
  slots: Slots
  onShow: (date: string) => void
  onChoose: (visit: { date: string; time: string; hours: number }) => void
}

/** Says why no day has a free time, and what can be booked instead. rule: no-free-time */
function NothingFree({ asked, slots, isPlaceholderData, professional, ...on }: NothingFreeProps) {
  const { first_name: name } = professional.user_details
  return (
    <>
      <NoneFree slots={slots} name={name} onShow={on.onShow} />
      {!isPlaceholderData && (
        <Instead asked={asked} before={slots.next_slot?.date} onChoose={on.onChoose} />
      )}
    </>
  )
}

/** Up to three lengths from the shortest visit on, and the one that the address asks for. */
function lengthsFrom(shortest: number, asked: number): number[] {
  const usual = BOOKING_HOURS.filter((one) => one >= Math.max(shortest, DEFAULT_BOOKING_HOURS))
  const shown: number[] = usual.slice(0, LENGTHS_SHOWN)
  if (asked >= shortest && !shown.includes(asked)) shown.push(asked)
  return shown.toSorted((a, b) => a - b)
}

/** Gives up a chosen time that is not free, because somebody took it or the visit became longer. */
function useLostChoice(
  data: Slots | undefined,
  choice: VisitChoice | undefined,
  onLost: () => void,
) {
  const day = choice && data?.days.find(({ date }) => date === choice.date)
  const isLost =
    day !== undefined &&
    data?.hours === choice?.hours &&
    !day.slots.some(({ time }) => time === choice?.time)
  useEffect(() => {
    if (isLost) onLost()
  })
}

type LengthsProps = { lengths: number[]; chosen: number; onChoose: (length: number) => void }

function Lengths({ lengths, chosen, onChoose }: LengthsProps) {
  const { t } = useTranslation(['next_free', 'bookings'])
  return (
    <div role="group" aria-label={t('length')} className="flex gap-1">
      {lengths.map((length) => (
        <button
          key={length}
          type="button"
          aria-pressed={length === chosen}
          className={classNames(
            'tabular min-h-11 min-w-11 rounded-full border px-2.5 text-sm font-medium',
            length === chosen ? 'border-action bg-mint' : NOT_CHOSEN,
          )}
          onClick={() => onChoose(length)}
        >
          <span aria-hidden="true">{length} h</span>
          <span className="sr-only">{t('bookings:hours', { count: length })}</span>
        </button>
      ))}
    </div>
  )
}

type DayTimesProps = {
  day: SlotsDay
  timeZone: string
  hours: number
  chosen: string | undefined
  onChoose: (time: string) => void
}

/** The starts of a day before and after noon. Both lines are always there, so that nothing moves. */
function DayTimes({ day, ...rest }: DayTimesProps) {
  const { t, i18n } = useTranslation(['next_free', 'find'])
  const title = formatDate(i18n.language, day.date)
  const parts = [
    [t('find:parts.morning'), day.slots.filter(({ time }) => time < NOON)],
    [t('find:parts.afternoon'), day.slots.filter(({ time }) => time >= NOON)],
  ] as const
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2">
      {parts.map(([part, slots]) => (
        <div key={part} className="contents">
          <p className="text-sm text-soft">{part}</p>
          {slots.length > 0 ? (
            <Times label={`${part}, ${title}`} slots={slots} {...rest} />
          ) : (
            <p className="flex min-h-11 items-center text-sm text-soft">{t('none_in_part')}</p>
          )}
        </div>
      ))}
    </div>
  )
}

type TimesProps = Omit<DayTimesProps, 'day'> & { label: string; slots: SlotsDay['slots'] }

function Times({ label, slots, timeZone, hours, chosen, onChoose }: TimesProps) {
  const { ref, active, setActive, onKeyDown } = useGridFocus({
    start: Math.max(
      0,
      slots.findIndex(({ time }) => time === chosen),
    ),
    rows: [slots.length],
    takesFocus: useRef(false),
  })
  return (
    <div role="grid" tabIndex={-1} aria-label={label} ref={ref} onKeyDown={onKeyDown}>
      <div role="row" className="flex flex-wrap gap-1.5">
        {slots.map(({ time, starts_at }, index) => (
          <TimeCell
            key={time}
            startsAt={starts_at}
            timeZone={timeZone}
            hours={hours}
            isChosen={time === chosen}
            isTabStop={index === active}
            className="px-3 text-sm"
            onFocus={() => setActive(index)}
            onClick={() => onChoose(time)}
          />
        ))}
      </div>
    </div>
  )
}
