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
import { useHomeChoice } from './steps/home-choice.tsx'
import { hasZip } from './steps/step-when.tsx'
import { stepOf } from './steps/steps.ts'
import { useSteps } from './steps/use-steps.ts'
import type { Steps } from './steps/use-steps.ts'
import { nextSlotsOf } from '../times/next-slots.tsx'
import { bookableDays } from '../times/today.ts'
import { isNotFree, useInstant } from './use-instant.ts'
import type { ConfirmAction } from './use-instant.ts'
import { useFreshOffer, usePrice } from './use-price.ts'
import { useSeriesRequest } from './use-series-request.ts'
import type { SeriesOfDialog } from './use-series-request.ts'

/** Refusals that mean that the dialog's data is out of date. It is then read again. */
const SHOWN_IS_OLD: readonly RefusalCode[] = ['series_conflicts', 'home_differs', 'home_not_found']

type RequestBody = Input<'POST /api/bookings'>['body']

/**
 * The state of the booking dialog: its form, its steps, its price, and the mutation that sends the booking request.
 * rule: booking-dialog
 */
export function useRequestBooking(
  client: User,
  professional: ShownProfessional,
  choices: SearchChoices,
) {
  const draft = bookingDraft(client.id, professional.user_id)
  const problemText = useBookingProblemText()
  const form = useForm<BookingFields>({
    defaultValues: startFields(professional, choices, draft.fields()),
  })
  const homeChoice = useHomeChoice(form, client.id)
  const price = usePrice(form, professional, homeChoice.chosen, problemText)
  const series = useSeriesRequest(form, professional.user_id)
  // Changes of the hidden form after the request was sent are not saved: the visit may be booked already.
  const isSent = useRef(false)
  const saveDraft = (fields: BookingFields) => {
    if (!isSent.current) draft.save(fields)
  }
  const steps = useSteps(form, saveDraft)
  const sendMutation = useSendRequest(form, draft, steps)
  useEffect(() => {
    isSent.current = sendMutation.isPending || sendMutation.isSuccess
  })
  useFreshOffer(sendMutation.error, professional)
  const confirmAction = useInstant(form, professional)
  const check = useStepCheck({ form, steps, series, professional, confirmAction })
  const submit = (fields: BookingFields) => {
    sendMutation.reset()
    if (!check(fields)) return
    if (steps.step < 3) return steps.go(steps.step === 1 ? 2 : 3)
    // The total on the screen is not yet that of these fields. rule: price-lines
    if (price.isUpdating) return
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
    form.setValue('offered_hours', form.getValues('estimated_hours'))
    sendMutation.reset()
    saveDraft(form.getValues())
    // The button goes with the list.
    steps.go(3)
  }
  return {
    form,
    steps,
    homeChoice,
    series,
    price,
    sendMutation,
    problem: error && !taken ? problemText(error) : undefined,
    /** Why the chosen time cannot be booked, and the next free times. rule: booking-dialog */
    taken: error && taken ? { problem: problemText(error), slots: taken, choose } : undefined,
    confirmAction,
    searchForZip: searchForZipOf(error),
    saveDraft,
    submit,
    // The dates of regular visits stand below the times and may need a choice.
    leaveTimes: () => series.frequency === undefined && steps.go(3),
  }
}

type StepCheck = {
  form: UseFormReturn<BookingFields>
  steps: Steps
  series: SeriesOfDialog
  professional: ShownProfessional
  confirmAction: ConfirmAction
}

/**
 * Whether the step that is left, and each one before it, has all it needs. If not, the first field that is wrong says
 * so and gets the focus, in whichever step it is. rule: booking-dialog
 */
function useStepCheck({ form, steps, series, professional, confirmAction }: StepCheck) {
  const { t } = useTranslation('errors')
  const { step, go } = steps
  /** If the first visit has a conflict and no other choice, the client needs another date. */
  const chooseFirst = () => {
    const choice = series.firstUndecided.current
    if (choice) return choice.focus()
    form.setError('booking_date', { message: t('slot_taken') })
    go(2, 'booking_date')
  }
  return (fields: BookingFields): boolean => {
    const problems = bookingFieldProblems(fields, bookableDays())
    // Without a ZIP code there is no day to choose from.
    const isZipAsked = professional.times_stated === true && !hasZip(fields.zip_code)
    const needsZip = step === 2 && isZipAsked && fields.booking_time === ''
    const wrong = needsZip
      ? (['zip_code'] as const)
      : BOOKING_FIELDS.filter((name) => problems[name] && stepOf(name) <= step)
    for (const name of wrong) form.setError(name, { message: t(problems[name] ?? 'zip_required') })
    if (wrong[0]) go(needsZip ? 2 : stepOf(wrong[0]), wrong[0])
    else if (step === 1) return true
    else if (fields.offered_hours && isNotFree(confirmAction)) go(2, 'booking_date')
    else if (series.undecided.length > 0) chooseFirst()
    else return true
    return false
  }
}

/** The fields as they are sent, without those that `price` and `series` send in another form. */
function sentFieldsOf({
  service_type,
  cleaning_frequency,
  booking_date,
  booking_time,
  address,
  city,
  state,
  zip_code,
  notes,
  home_id,
  estimated_hours,
}: BookingFields) {
  return {
    service_type,
    cleaning_frequency,
    booking_date,
    booking_time,
    address,
    city,
    state,
    zip_code,
    notes,
    // With the address that the client sees: another device may have edited the home meanwhile. rule: home-of-booking
    ...(home_id ? { home_id } : {}),
    estimated_hours: Number(estimated_hours),
  }
}

/**
 * The mutation that sends the booking request. A refusal that concerns a field is shown at the field, which gets the
 * focus. rule: booking-dialog, booking-once
 */
function useSendRequest(
  form: UseFormReturn<BookingFields>,
  draft: ReturnType<typeof bookingDraft>,
  { go }: Steps,
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
    if (isError && firstInvalid) go(stepOf(firstInvalid), firstInvalid)
    // Once for each failure.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
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
