import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import {
  BOOKING_FIELDS,
  bookingFieldOf,
  bookingFieldProblems,
} from '#contract/bookings/booking-fields.ts'
import type { User } from '#contract/people/identity.ts'
import type { ShownProfessional } from '#web/features/market/professionals/professionals.api.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import type { NextSlot } from '#contract/calendar/slots.ts'
import { Refusal } from '#web/api/client.ts'
import type { Input } from '#web/api/client.ts'
import { refreshQueries } from '#web/api/query-meta.ts'
import { useFailureText } from '#web/api/failure-text.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { toast } from '#web/ui/states/toast-store.ts'
import { searchForZipOf, useBookingProblemText } from '../one/booking-problem-text.ts'
import { bookingDraft, startFields } from './booking-draft.ts'
import type { BookingFields, SearchChoices } from './booking-draft.ts'
import { useHomeChoice } from './home-choice.tsx'
import { nextSlotsOf } from '../times/next-slots.tsx'
import { bookableDays } from '../times/today.ts'
import { useInstant } from './use-instant.ts'
import { useFreshOffer, usePrice } from './use-price.ts'
import { useSeriesRequest } from './use-series-request.ts'

/** Refusals that mean that the dialog's data is out of date. It is then read again. */
const SHOWN_IS_OLD: readonly RefusalCode[] = ['series_conflicts', 'home_differs', 'home_not_found']

type RequestBody = Input<'POST /api/bookings'>['body']

/** The state of the booking dialog: its form, its price, and the mutation that sends the booking request. */
export function useRequestBooking(
  client: User,
  professional: ShownProfessional,
  choices: SearchChoices,
) {
  const { t } = useTranslation('errors')
  const draft = bookingDraft(client.id, professional.user_id)
  const problemText = useBookingProblemText()
  const form = useForm<BookingFields>({
    defaultValues: startFields(professional, choices, draft.fields()),
  })
  const homeChoice = useHomeChoice(form, client.id)
  const price = usePrice(form, professional, homeChoice.chosen, problemText)
  const series = useSeriesRequest(form, professional.user_id)
  const sendMutation = useSendRequest(form, draft)
  useFreshOffer(sendMutation.error, professional)
  const confirmAction = useInstant(form, professional)

  /** If the first visit has a conflict and no other choice, the client needs another date. */
  const chooseFirst = () => {
    const choice = series.firstUndecided.current
    if (choice) return choice.focus()
    form.setError('booking_date', { message: t('slot_taken') })
    form.setFocus('booking_date')
  }
  const confirm = (fields: BookingFields) => {
    // The total on the screen is not yet that of these fields. rule: price-lines
    if (price.isUpdating) return
    sendMutation.reset()
    const problems = bookingFieldProblems(fields, bookableDays())
    const invalid = BOOKING_FIELDS.filter((name) => problems[name])
    for (const name of invalid) {
      const code = problems[name]
      if (code) form.setError(name, { message: t(code) })
    }
    if (invalid[0]) return form.setFocus(invalid[0])
    if (series.undecided.length > 0) return chooseFirst()
    sendMutation.mutate({
      ...sentFieldsOf(fields),
      ...series.body,
      ...price.asked,
      client_id: client.id,
      professional_id: professional.user_id,
      total_amount: price.total,
      ...(price.later === undefined ? {} : { later_amount: price.later }),
      instant: confirmAction === 'at_once',
    })
  }
  const { error } = sendMutation
  const taken = nextSlotsOf(error)
  const choose = ({ booking_date, booking_time }: NextSlot) => {
    form.setValue('booking_date', booking_date)
    form.setValue('booking_time', booking_time)
    form.clearErrors(['booking_date', 'booking_time'])
    draft.save(form.getValues())
    sendMutation.reset()
    // The button goes with the list.
    form.setFocus('booking_date')
  }
  return {
    form,
    homeChoice,
    series,
    isTimeFound: isTimeFound(choices, form.getValues()),
    price,
    sendMutation,
    problem: error && !taken ? problemText(error) : undefined,
    /** Why the chosen time cannot be booked, and the next free times. rule: booking-dialog-states */
    taken: error && taken ? { problem: problemText(error), slots: taken, choose } : undefined,
    confirmAction,
    searchForZip: searchForZipOf(error),
    confirm,
    // Changes of the hidden form after the request was sent are not saved: the visit may be booked already.
    saveDraft: (fields: BookingFields) => {
      if (!sendMutation.isPending && !sendMutation.isSuccess) draft.save(fields)
    },
  }
}

/** Whether the chosen time is the one that a search by time has found. */
function isTimeFound({ date, time }: SearchChoices, fields: BookingFields): boolean {
  return Boolean(time) && time === fields.booking_time && date === fields.booking_date
}

/** The fields as they are sent, without those that `price` and `series` send in another form. */
function sentFieldsOf(fields: BookingFields) {
  const {
    home_id,
    hours_chosen: _,
    extras: __,
    supplies: ___,
    searched: ____,
    earlier_total: _____,
    estimated_hours,
    ...others
  } = fields
  return {
    ...others,
    // With the address that the client sees: another device may have edited the home meanwhile. rule: home-of-booking
    ...(home_id ? { home_id } : {}),
    estimated_hours: Number(estimated_hours),
  }
}

/**
 * The mutation that sends the booking request. A refusal that concerns a field is shown at the field, which gets the
 * focus. rule: booking-dialog-states, booking-once
 */
function useSendRequest(
  form: UseFormReturn<BookingFields>,
  draft: ReturnType<typeof bookingDraft>,
) {
  const { t } = useTranslation('bookings')
  const api = useApi()
  const queryClient = useQueryClient()
  const problemText = useBookingProblemText()
  const failureText = useFailureText()
  const isMounted = useIsMounted()
  const sendMutation = useMutation({
    mutationFn: (body: RequestBody) =>
      api.call('POST /api/bookings', { body, idempotencyKey: draft.keyFor(body) }),
    onSuccess: async ({ instant }) => {
      draft.clear()
      if (!isMounted.current) toast.success(t(instant ? 'booked.at_once' : 'booked.title'))
      await refreshQueries(queryClient, 'bookings')
    },
    onError: (error) => {
      draft.requestFailed(error)
      // The dates or the homes that are shown have changed meanwhile.
      if (error instanceof Refusal && SHOWN_IS_OLD.includes(error.code)) {
        void refreshQueries(queryClient, 'bookings')
      }
      const field = error instanceof Refusal ? bookingFieldOf(error.code) : undefined
      if (field) form.setError(field, { message: problemText(error) })
      // The free times on the screen are out of date.
      if (nextSlotsOf(error)) void refreshQueries(queryClient, 'bookings')
      if (!isMounted.current) toast.problem(failureText(t('book.failed'), error))
    },
  })
  const { isError } = sendMutation
  useEffect(() => {
    const firstInvalid = BOOKING_FIELDS.find((name) => form.getFieldState(name).error)
    if (isError && firstInvalid) form.setFocus(firstInvalid)
  }, [isError, form])
  return sendMutation
}

/** Whether the dialog is still open. If it was closed while the request was in flight, a toast shows the result. */
function useIsMounted() {
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}
