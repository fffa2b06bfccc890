import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { bookingFieldProblems } from '#contract/bookings/booking-fields.ts'
import { SERIES_FREQUENCIES } from '#contract/calendar/time-rules.ts'
import { useApi } from '#web/api/use-api.ts'
import type { BookingFields } from './booking-draft.ts'
import { settleVisits } from './series-choices.ts'
import type { SeriesChoice } from './series-choices.ts'
import { seriesPreviewQuery } from './series-preview.api.ts'
import { bookableDays } from '../times/today.ts'

/** The fields on which the next 8 dates depend. */
const ASKED = [
  'booking_date',
  'booking_time',
  'zip_code',
  'estimated_hours',
  'service_type',
  'cleaning_frequency',
] as const

/**
 * Regular visits in the booking dialog: the next 8 dates as soon as the fields say which, and what the client has
 * chosen for those that do not fit. `body` is for the request. rule: series-request
 */
export function useSeriesRequest(form: UseFormReturn<BookingFields>, professionalId: string) {
  const [booking_date, booking_time, zip, hours, service_type, chosenFrequency] = useWatch({
    control: form.control,
    name: ASKED,
  })
  const [chosen, setChosen] = useState<SeriesChoice[]>([])
  const firstUndecided = useRef<HTMLInputElement>(null)
  const frequency = SERIES_FREQUENCIES.find((one) => one === chosenFrequency)
  const problems = bookingFieldProblems(form.getValues(), bookableDays())
  const isKnown =
    frequency !== undefined && /^\s*\d{5}/.test(zip) && ASKED.every((name) => !problems[name])
  const preview = useQuery(
    seriesPreviewQuery(
      useApi(),
      professionalId,
      {
        zip_code: zip.trim(),
        hours,
        service_type,
        cleaning_frequency: frequency ?? 'weekly',
        booking_date,
        booking_time,
      },
      isKnown,
    ),
  )
  const visits = isKnown ? (preview.data?.visits ?? []) : []
  const { choices, undecided } = settleVisits(visits, chosen)
  return {
    frequency,
    isKnown,
    preview,
    choices,
    undecided,
    firstUndecided,
    choose: (choice: SeriesChoice) =>
      setChosen((old) => [...old.filter(({ date }) => date !== choice.date), choice]),
    body: frequency ? { series: { choices } } : {},
  }
}

export type SeriesOfDialog = ReturnType<typeof useSeriesRequest>
