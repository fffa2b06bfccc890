import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useController, useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { formatDate } from '#contract/date-formats.ts'
import { useApi } from '#web/api/use-api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { BookingFields } from './booking-draft.ts'
import { DAYS_GRID, DaysGrid } from './slot-days.tsx'
import { TimesGrid } from './slot-times.tsx'
import { slotsQuery } from './slots.api.ts'
import type { Slots, SlotsDay } from './slots.api.ts'
import { today } from './today.ts'
import { LoadFailure } from './load-failure.tsx'

const DAYS_SHOWN = 14
const DAY_MS = 86_400_000
/** Visits are at most 365 days ahead. */
const LAST_PAGE = 26

type Form = UseFormReturn<BookingFields>
/** `first` is the home's today, known from the first answer; `focus` the day that gets the focus. */
type Page = { number: number; first: string; focus?: number }

type SlotPickerProps = {
  professionalId: string
  form: Form
  /** Stores the draft: a chosen time is not typed. */
  onChange: (fields: BookingFields) => void
  /** The client wants to type a time. */
  onOther: () => void
  /** The fields for a time: the way on when the free times could not be loaded. */
  fields: ReactNode
  onClose?: () => void
}

/** The free times of two weeks: a grid of days, then a grid of the times of one day. rule: slot-picker */
export default function SlotPicker({
  professionalId,
  form,
  fields,
  onChange,
  onOther,
}: SlotPickerProps) {
  const { t } = useTranslation('bookings')
  const { control, setValue, clearErrors, getValues } = form
  const [typedZip, hours, service, chosenDate, chosenTime] = useWatch({
    control,
    name: ['zip_code', 'estimated_hours', 'service_type', 'booking_date', 'booking_time'],
  })
  // A search by time has chosen a day already. Until the home's today is known, the browser's counts.
  const [page, setPage] = useState<Page>(() => pageOf(chosenDate))
  const [openDate, setOpenDate] = useState(chosenDate)
  const zip = /^\s*\d{5}/.test(typedZip) ? typedZip.trim() : ''
  const from = page.number === 0 ? undefined : dateAfter(page.first, page.number * DAYS_SHOWN)
  const query = useQuery(slotsQuery(useApi(), { professionalId, zip, hours, service, from }))
  const { data, error } = query

  const choose = (date: string, time: string) => {
    setValue('booking_date', date)
    setValue('booking_time', time)
    clearErrors(['booking_date', 'booking_time'])
    onChange(getValues())
  }
  useDropLostTime(data, { date: chosenDate, time: chosenTime }, () => choose('', ''))

  return (
    <Frame form={form}>
      {zip === '' ? (
        <p>{t('slots.need_zip')}</p>
      ) : data ? (
        <FreeTimes
          slots={data}
          page={page}
          onPage={setPage}
          openDate={openDate}
          onOpen={setOpenDate}
          chosen={{ date: chosenDate, time: chosenTime }}
          onChoose={choose}
        />
      ) : error ? (
        <>
          <LoadFailure
            failed={t('slots.failed')}
            error={error}
            isRetrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
          <div className="grid items-start gap-4 sm:grid-cols-2">{fields}</div>
        </>
      ) : (
        <Loading />
      )}
      {data && !data.only_inside_hours && (
        <Button look="link" className="-ml-5 self-start" onClick={onOther}>
          {t('slots.ask')}
        </Button>
      )}
    </Frame>
  )
}

type FreeTimesProps = {
  slots: Slots
  page: Page
  onPage: (page: Page) => void
  /** The day whose times are shown, or ''. */
  openDate: string
  onOpen: (date: string) => void
  chosen: { date: string; time: string }
  onChoose: (date: string, time: string) => void
}

/** The days of a page, or the times of the open day. */
function FreeTimes({ slots, page, onPage, openDate, onOpen, chosen, onChoose }: FreeTimesProps) {
  const first = page.number === 0 ? slots.days[0]!.date : page.first
  const day = slots.days.find(({ date, state }) => date === openDate && state === 'open')
  const showPage = (number: number, focus?: number) => {
    if (number < 0 || number > LAST_PAGE) return
    onPage({ number, first, ...(focus === undefined ? {} : { focus }) })
  }
  return (
    <>
      <Status slots={slots} day={day} date={chosen.date} time={chosen.time} />
      {day ? (
        <TimesGrid
          day={day}
          timeZone={slots.time_zone}
          hours={slots.hours}
          chosenTime={day.date === chosen.date ? chosen.time : ''}
          onChoose={(time) => onChoose(day.date, time)}
          onLeave={() => {
            onPage({ ...page, focus: slots.days.indexOf(day) })
            onOpen('')
          }}
        />
      ) : (
        <DaysGrid
          key={slots.days[0]!.date}
          days={slots.days}
          chosenDate={chosen.date}
          focus={page.focus}
          onOpen={onOpen}
          {...(page.number > 0 && {
            onEarlier: (focus?: number) => showPage(page.number - 1, focus),
          })}
          {...(page.number < LAST_PAGE && {
            onLater: (focus?: number) => showPage(page.number + 1, focus),
          })}
        />
      )}
      {slots.days.every(({ state }) => state !== 'open') && (
        <NoneFree
          next={slots.next_slot}
          onShow={(date) => {
            const days = (Date.parse(date) - Date.parse(first)) / DAY_MS
            showPage(Math.floor(days / DAYS_SHOWN), days % DAYS_SHOWN)
          }}
        />
      )}
      <Chosen date={chosen.date} time={chosen.time} />
    </>
  )
}

/** Gets the focus of the form when no time is chosen, and when the dialog opens. */
function Frame({ form, children }: { form: Form; children: ReactNode }) {
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
  const problem = fieldState.error?.message
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

function NoneFree({ next, onShow }: { next: Slots['next_slot']; onShow: (date: string) => void }) {
  const { t } = useTranslation('bookings')
  const format = useFormat()
  return (
    <div className="flex flex-col items-start gap-1">
      <p>{t('slots.none')}</p>
      {next && (
        <Button look="link" className="-ml-5" onClick={() => onShow(next.date)}>
          {t('slots.next', { when: visit(format, next.date, next.time) })}
        </Button>
      )}
    </div>
  )
}

function Loading() {
  const { t } = useTranslation(['bookings', 'app'])
  return (
    <div aria-busy="true" className="flex flex-col gap-3">
      <span className="sr-only" role="status">
        {t('app:loading')}
      </span>
      {/* The days stand where they will be: under the two buttons, and above the legend and the last button. */}
      <div className="h-11" />
      <div className={DAYS_GRID}>
        {Array.from({ length: DAYS_SHOWN }, (_, index) => (
          <Skeleton key={index} className="h-20" />
        ))}
      </div>
      <p aria-hidden="true" className="text-sm text-soft">
        {t('slots.legend')}
      </p>
      <div className="h-11" />
    </div>
  )
}

/** A chosen time that is not free any more, or not for the hours of the visit, is given up. */
function useDropLostTime(
  data: Slots | undefined,
  { date, time }: { date: string; time: string },
  drop: () => void,
) {
  const day = data?.days.find((one) => one.date === date)
  const isLost = Boolean(day && time && !day.slots.some((slot) => slot.time === time))
  useEffect(() => {
    if (isLost) drop()
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
