import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { useController, useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { formatDate } from '#contract/date-formats.ts'
import { useApi } from '#web/api/use-api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import type { BookingFields } from '../dialog/booking-draft.ts'
import { brokenChoice } from './broken-choice.ts'
import { InsteadInForm } from './instead/instead.tsx'
import { NoneFree } from './none-free.tsx'
import { OverBreaks, breaksOfDay } from './over-breaks.tsx'
import { DAYS_GRID, DaysGrid } from './slot-days.tsx'
import { TimesGrid } from './slot-times.tsx'
import { shownDay, slotsQuery } from './slots.api.ts'
import type { MovedVisit, Slots, SlotsDay } from './slots.api.ts'
import { today } from './today.ts'
import { LoadFailure } from '../list/load-failure.tsx'

const DAYS_SHOWN = 14
const DAY_MS = 86_400_000
/** Visits are at most 365 days ahead. */
const LAST_PAGE = 26

type Form = UseFormReturn<BookingFields>
/** `first` is the home's today, known from the first answer; `place` the day that is the tab stop. */
type Page = { number: number; first: string; place?: number }
type Chosen = { date: string; time: string }

type SlotPickerProps = {
  professionalId: string
  /** The name of the professional. */
  name: string
  moved?: MovedVisit
  form: Form
  /** Stores the draft. */
  onChange: (fields: BookingFields) => void
  /** A time was chosen. */
  onChosen?: () => void
  /** The client wants to type a time. */
  onOther: () => void
  /** The fields for a time: the way on when the free times could not be loaded. */
  fields: ReactNode
}

/** The free times of two weeks: a grid of days, and below it a grid of the times of one day. rule: slot-picker */
export default function SlotPicker(props: SlotPickerProps) {
  const { professionalId, moved, name, form, fields, onOther } = props
  const { t } = useTranslation('bookings')
  const [typedZip, hours, service, chosenDate, chosenTime] = useWatch({
    control: form.control,
    name: ['zip_code', 'estimated_hours', 'service_type', 'booking_date', 'booking_time'],
  })
  const chosen = { date: chosenDate, time: chosenTime }
  // A search by time has chosen a day already. Until the home's today is known, the browser's counts.
  const [page, setPage] = useState<Page>(() => pageOf(chosenDate))
  const [openDate, setOpenDate] = useState(chosenDate)
  const zip = /^\s*\d{5}/.test(typedZip) ? typedZip.trim() : ''
  const from = page.number === 0 ? undefined : dateAfter(page.first, page.number * DAYS_SHOWN)
  const asked = { professionalId, zip, hours, service, from, ...(moved && { moved }) }
  const query = useQuery(slotsQuery(useApi(), asked))
  const { data, error } = query
  const broken = data && brokenChoice(data, chosen)
  const day = data && shownDay(data, [openDate, broken?.nearest?.date])
  // A day or a page that the client opens takes the focus; an answer about other hours or another ZIP does not.
  const takesFocus = useRef(false)
  const open = (date: string) => {
    takesFocus.current = true
    setOpenDate(date)
  }
  const turnTo = (number: number, place?: number) => {
    if (number < 0 || number > LAST_PAGE) return
    takesFocus.current = place !== undefined
    const first = page.number === 0 ? (data?.days[0]?.date ?? page.first) : page.first
    setPage({ number, first, ...(place === undefined ? {} : { place }) })
    setOpenDate('')
  }
  const choose = useChoose(props)

  return (
    <Frame form={form} isDayOpen={day !== undefined}>
      {data && <Status slots={data} day={day} chosen={chosen} />}
      {broken && <Broken form={form} chosen={chosen} nearest={broken.nearest} onChoose={choose} />}
      {zip !== '' && !error && <PageButtons number={page.number} onTurn={turnTo} />}
      {zip === '' ? (
        <p>{t('slots.need_zip')}</p>
      ) : data ? (
        <FreeTimes
          slots={data}
          name={name}
          day={day}
          page={page}
          takesFocus={takesFocus}
          onTurn={turnTo}
          onOpen={open}
          chosen={chosen}
          onChoose={choose}
        />
      ) : error ? (
        <>
          <SlotsFailure query={query} error={error} />
          <div className="grid items-start gap-4 sm:grid-cols-2">{fields}</div>
        </>
      ) : (
        <Loading />
      )}
      {!moved && data && !day && (
        <InsteadInForm
          {...props}
          asked={asked}
          before={data.next_slot?.date}
          onShow={(date) => {
            setPage(pageOf(date))
            setOpenDate(date)
            props.onChosen?.()
          }}
        />
      )}
      {data && !data.only_inside_hours && (
        <Button look="link" className="-ml-5 self-start" onClick={onOther}>
          {t('slots.ask')}
        </Button>
      )}
    </Frame>
  )
}

/** Chooses a free time of the current hours. */
function useChoose({ form, onChange, onChosen }: SlotPickerProps) {
  const { setValue, clearErrors, getValues } = form
  return (date: string, time: string) => {
    setValue('booking_date', date)
    setValue('booking_time', time)
    setValue('offered_hours', getValues('estimated_hours'))
    clearErrors(['booking_date', 'booking_time'])
    onChange(getValues())
    onChosen?.()
  }
}

function SlotsFailure({ query, error }: { query: UseQueryResult; error: Error }) {
  const { t } = useTranslation('bookings')
  return (
    <LoadFailure
      failed={t('slots.failed')}
      error={error}
      isRetrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  )
}

type PageButtonsProps = { number: number; onTurn: (number: number) => void }

/** The buttons stay and are never disabled while a page loads, so that they keep the focus. */
function PageButtons({ number, onTurn }: PageButtonsProps) {
  const { t } = useTranslation('bookings')
  return (
    <div className="flex items-center justify-between gap-2">
      <Button look="quiet" aria-disabled={number === 0} onClick={() => onTurn(number - 1)}>
        {t('slots.earlier')}
      </Button>
      <Button look="quiet" aria-disabled={number === LAST_PAGE} onClick={() => onTurn(number + 1)}>
        {t('slots.later')}
      </Button>
    </div>
  )
}

type FreeTimesProps = {
  slots: Slots
  name: string
  /** The day whose times are shown. */
  day: SlotsDay | undefined
  page: Page
  takesFocus: RefObject<boolean>
  onTurn: (number: number, place?: number) => void
  onOpen: (date: string) => void
  chosen: Chosen
  onChoose: (date: string, time: string) => void
}

/** The days of a page, and the times of one of them. */
function FreeTimes(props: FreeTimesProps) {
  const { slots, name, day, page, takesFocus, onTurn, onOpen, chosen, onChoose } = props
  const openCell = useRef<HTMLButtonElement>(null)
  return (
    <>
      <DaysGrid
        key={`days ${slots.days[0]!.date}`}
        days={slots.days}
        openDate={day?.date}
        place={page.place}
        takesFocus={takesFocus}
        openCell={openCell}
        onOpen={onOpen}
        onTurn={(step, place) => onTurn(page.number + step, place)}
      />
      {day && (
        <div className="text-sm text-soft empty:hidden">
          <OverBreaks breaks={breaksOfDay(day.slots)} timeZone={slots.time_zone} name={name} />
        </div>
      )}
      {day ? (
        <TimesGrid
          // The first day of a page can be the open one.
          key={`times ${day.date}`}
          day={day}
          timeZone={slots.time_zone}
          hours={slots.hours}
          chosenTime={day.date === chosen.date ? chosen.time : ''}
          takesFocus={takesFocus}
          onChoose={(time) => onChoose(day.date, time)}
          onLeave={() => openCell.current?.focus()}
        />
      ) : (
        <NoneFree
          slots={slots}
          name={name}
          onShow={(date) => {
            const first = page.number === 0 ? slots.days[0]!.date : page.first
            const days = (Date.parse(date) - Date.parse(first)) / DAY_MS
            onTurn(Math.floor(days / DAYS_SHOWN), days % DAYS_SHOWN)
          }}
        />
      )}
    </>
  )
}

type BrokenProps = {
  form: Form
  chosen: Chosen
  nearest: Chosen | undefined
  onChoose: (date: string, time: string) => void
}

/** '2:30 PM is too short for 3 h: nearest 1:00 PM', and the button that takes it. The choice stays until then. */
function Broken({ form, chosen, nearest, onChoose }: BrokenProps) {
  const { t } = useTranslation('bookings')
  const format = useFormat()
  const [hours, offeredHours] = form.getValues(['estimated_hours', 'offered_hours'])
  const isSameDay = nearest?.date === chosen.date
  const text = ({ date, time }: Chosen) =>
    isSameDay ? format.time(`${date}T${time}:00Z`, 'UTC') : visit(format, date, time)
  const time = text(chosen)
  const problem =
    Number(hours) > Number(offeredHours)
      ? t('slots.too_short', { time, hours })
      : t('slots.not_free', { time })
  return (
    <div
      data-broken
      tabIndex={-1}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-amber-soft px-3.5 py-2 text-amber outline-none"
    >
      <p role="alert" className="grow font-medium">
        {nearest ? t('slots.nearest', { problem, time: text(nearest) }) : problem}
      </p>
      {nearest && (
        <Button look="quiet" onClick={() => onChoose(nearest.date, nearest.time)}>
          {t('slots.take', { time: text(nearest) })}
        </Button>
      )}
    </div>
  )
}

/** Gets the focus of the form when no time is chosen, and when the dialog opens. */
function Frame({
  form,
  isDayOpen,
  children,
}: {
  form: Form
  isDayOpen: boolean
  children: ReactNode
}) {
  const root = useRef<HTMLDivElement>(null)
  const { field, fieldState } = useController({ control: form.control, name: 'booking_date' })
  const { ref } = field
  useEffect(() => {
    ref({
      focus: () => {
        const find = (selector: string) => root.current?.querySelector<HTMLElement>(selector)
        const broken = find('[data-broken] button') ?? find('[data-broken]')
        ;(broken ?? find('[role=gridcell][tabindex="0"]') ?? root.current)?.focus()
      },
    })
  }, [ref])
  const { booking_time: timeError } = form.formState.errors
  // With the times of a day open, the time is what is missing.
  const isTimeMissing = isDayOpen && field.value === ''
  const error = isTimeMissing ? timeError : (fieldState.error ?? timeError)
  const problem = error?.message
  return (
    <div ref={root} tabIndex={-1} className="flex flex-col gap-3 outline-none">
      {children}
      {problem && (
        <p role="alert" className="font-medium text-clay">
          {problem}
        </p>
      )}
    </div>
  )
}

/** Tells screen readers how many times are free, and which one is chosen. */
function Status({
  slots: { days },
  day,
  chosen: { date, time },
}: {
  slots: Slots
  day: SlotsDay | undefined
  chosen: Chosen
}) {
  const { t, i18n } = useTranslation('bookings')
  const format = useFormat()
  const text = () => {
    if (day && day.date === date && time)
      return t('slots.chosen', { when: visit(format, date, time) })
    if (day) {
      return t('slots.open', { day: formatDate(i18n.language, day.date), count: day.slots.length })
    }
    return t('slots.count', { count: days.reduce((sum, { slots }) => sum + slots.length, 0) })
  }
  return (
    <p role="status" className="sr-only">
      {text()}
    </p>
  )
}

function Loading() {
  const { t } = useTranslation(['bookings', 'app'])
  return (
    <div aria-busy="true" className="flex flex-col gap-3">
      <span className="sr-only" role="status">
        {t('app:loading')}
      </span>
      <div className={DAYS_GRID}>
        {Array.from({ length: DAYS_SHOWN }, (_, index) => (
          <Skeleton key={index} className="h-14" />
        ))}
      </div>
      {/* The times of the first free day. */}
      <Skeleton className="h-52" />
    </div>
  )
}

function pageOf(date: string): Page {
  const first = today()
  const days = date ? (Date.parse(date) - Date.parse(first)) / DAY_MS : 0
  return { number: Math.max(0, Math.floor(days / DAYS_SHOWN)), first }
}

/** Wall time of the home, formatted without a zone conversion. */
function visit(format: ReturnType<typeof useFormat>, date: string, time: string): string {
  return format.visit(`${date}T${time}:00Z`, 'UTC')
}

function dateAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)
}
