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
import { LOST } from '../dialog/booking-draft.ts'
import type { BookingFields } from '../dialog/booking-draft.ts'
import { DAYS_GRID, DaysGrid } from './slot-days.tsx'
import { TimesGrid } from './slot-times.tsx'
import { slotsQuery } from './slots.api.ts'
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

type SlotPickerProps = {
  professionalId: string
  /** The name of the professional. */
  name: string
  moved?: MovedVisit
  form: Form
  /** Whether the form may have a time that the client typed. If it is not free, the fields show it. */
  isTyped: boolean
  /** Stores the draft: a chosen time is not typed. */
  onChange: (fields: BookingFields) => void
  /** The client wants to type a time. */
  onOther: () => void
  /** The fields for a time: the way on when the free times could not be loaded. */
  fields: ReactNode
  /** Whether another message says already that the chosen time is lost. */
  isTold?: boolean
  onClose?: () => void
}

/** The free times of two weeks: a grid of days, then a grid of the times of one day. rule: slot-picker */
export default function SlotPicker({
  name,
  form,
  isTyped,
  isTold = false,
  fields,
  onChange,
  onOther,
  ...asked
}: SlotPickerProps) {
  const { t } = useTranslation('bookings')
  const [typedZip, hours, service, chosenDate, chosenTime] = useWatch({
    control: form.control,
    name: ['zip_code', 'estimated_hours', 'service_type', 'booking_date', 'booking_time'],
  })
  // A search by time has chosen a day already. Until the home's today is known, the browser's counts.
  const [page, setPage] = useState<Page>(() => pageOf(chosenDate))
  const [openDate, setOpenDate] = useState(chosenDate)
  const zip = /^\s*\d{5}/.test(typedZip) ? typedZip.trim() : ''
  const from = page.number === 0 ? undefined : dateAfter(page.first, page.number * DAYS_SHOWN)
  const query = useQuery(slotsQuery(useApi(), { ...asked, zip, hours, service, from }))
  const { data, error } = query
  const day = data?.days.find(({ date, state }) => date === openDate && state === 'open')
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

  const choose = useChoice({ form, isTyped, isTold, onChange, onOther }, data)
  const hasPages = zip !== '' && !error && (data ? !day : openDate === '')

  return (
    <Frame form={form} isDayOpen={day !== undefined}>
      {data && <Status slots={data} day={day} date={chosenDate} time={chosenTime} />}
      {hasPages && <PageButtons number={page.number} onTurn={turnTo} />}
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
          onLeave={() => {
            setPage({ ...page, place: data.days.findIndex(({ date }) => date === openDate) })
            open('')
          }}
          chosen={{ date: chosenDate, time: chosenTime }}
          onChoose={choose}
        />
      ) : error ? (
        <>
          <SlotsFailure query={query} error={error} />
          <div className="grid items-start gap-4 sm:grid-cols-2">{fields}</div>
        </>
      ) : (
        <Loading hasPages={hasPages} />
      )}
      {data && !data.only_inside_hours && (
        <Button look="link" className="-ml-5 self-start" onClick={onOther}>
          {t('slots.ask')}
        </Button>
      )}
    </Frame>
  )
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
  onLeave: () => void
  chosen: { date: string; time: string }
  onChoose: (date: string, time: string) => void
}

/** The days of a page, or the times of the open day. */
function FreeTimes({
  slots,
  name,
  day,
  page,
  takesFocus,
  onTurn,
  onOpen,
  onLeave,
  chosen,
  onChoose,
}: FreeTimesProps) {
  return (
    <>
      {day ? (
        <TimesGrid
          day={day}
          timeZone={slots.time_zone}
          hours={slots.hours}
          chosenTime={day.date === chosen.date ? chosen.time : ''}
          takesFocus={takesFocus}
          onChoose={(time) => onChoose(day.date, time)}
          onLeave={onLeave}
        />
      ) : (
        <DaysGrid
          key={slots.days[0]!.date}
          days={slots.days}
          chosenDate={chosen.date}
          place={page.place}
          takesFocus={takesFocus}
          onOpen={onOpen}
          onTurn={(step, place) => onTurn(page.number + step, place)}
        />
      )}
      {slots.days.every(({ state }) => state !== 'open') && (
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
      <Chosen date={chosen.date} time={chosen.time} />
    </>
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
        const cell = root.current?.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')
        ;(cell ?? root.current)?.focus()
      },
    })
  }, [ref])
  const { booking_time: timeError } = form.formState.errors
  // With the times of a day open, the time is what is missing.
  const isTimeMissing = isDayOpen && field.value === '' && fieldState.error?.type !== LOST
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
  date,
  time,
}: {
  slots: Slots
  day: SlotsDay | undefined
  date: string
  time: string
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

function Chosen({ date, time }: { date: string; time: string }) {
  const { t } = useTranslation('bookings')
  const format = useFormat()
  if (!date || !time) return null
  return <p className="font-medium">{t('slots.chosen', { when: visit(format, date, time) })}</p>
}

type NoneFreeProps = { slots: Slots; name: string; onShow: (date: string) => void }

function NoneFree({ slots: { next_slot: next, too_long }, name, onShow }: NoneFreeProps) {
  const { t } = useTranslation('bookings')
  const format = useFormat()
  return (
    <div className="flex flex-col items-start gap-1">
      <p>{too_long ? t(`slots.too_long.${too_long}`, { name }) : t('slots.none')}</p>
      {next && (
        <Button look="link" className="-ml-5" onClick={() => onShow(next.date)}>
          {t('slots.next', { when: visit(format, next.date, next.time) })}
        </Button>
      )}
    </div>
  )
}

function Loading({ hasPages }: { hasPages: boolean }) {
  const { t } = useTranslation(['bookings', 'app'])
  return (
    <div aria-busy="true" className="flex flex-col gap-3">
      <span className="sr-only" role="status">
        {t('app:loading')}
      </span>
      {/* The days stand where they will be: under the two buttons, and above the last button. */}
      {!hasPages && <div className="h-11" />}
      <div className={DAYS_GRID}>
        {Array.from({ length: DAYS_SHOWN }, (_, index) => (
          <Skeleton key={index} className="h-20" />
        ))}
      </div>
      <div className="h-11" />
    </div>
  )
}

/**
 * Chooses a time. If an answer tells that the chosen one is not free, the picker says so and gives it up, or shows the
 * fields if the client typed it.
 */
function useChoice(
  {
    form: { control, setValue, setError, clearErrors, getValues },
    isTyped,
    isTold,
    onChange,
    onOther,
  }: Pick<SlotPickerProps, 'form' | 'isTyped' | 'isTold' | 'onChange' | 'onOther'>,
  data: Slots | undefined,
) {
  const { t } = useTranslation('bookings')
  const format = useFormat()
  const [date, time] = useWatch({ control, name: ['booking_date', 'booking_time'] })
  const mayBeTyped = useRef(isTyped)
  const choose = (newDate: string, newTime: string) => {
    mayBeTyped.current = false
    setValue('booking_date', newDate)
    setValue('booking_time', newTime)
    clearErrors(['booking_date', 'booking_time'])
    onChange(getValues())
  }
  useAnswerAbout({ date, time }, data, (isFree) => {
    if (isFree) mayBeTyped.current = false
    else if (mayBeTyped.current && !data?.only_inside_hours) onOther()
    else {
      choose('', '')
      const values = { when: visit(format, date, time), hours: t('hours', { count: data!.hours }) }
      if (!isTold) setError('booking_date', { type: LOST, message: t('slots.lost', values) })
    }
  })
  return choose
}

/** Tells whether the chosen time is free for the hours of the visit, as soon as an answer has its day. */
function useAnswerAbout(
  { date, time }: { date: string; time: string },
  data: Slots | undefined,
  onKnown: (isFree: boolean) => void,
) {
  const day = time ? data?.days.find((one) => one.date === date) : undefined
  const isFree = day?.slots.some((slot) => slot.time === time)
  useEffect(() => {
    if (isFree !== undefined) onKnown(isFree)
  })
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
