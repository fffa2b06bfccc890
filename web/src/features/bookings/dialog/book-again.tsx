import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { ClientBooking } from '#contract/bookings/bookings.ts'
import { formatShortDate } from '#contract/date-formats.ts'
import { displayName } from '#contract/people/display-name.ts'
import { Refusal } from '#web/api/client.ts'
import type { Api } from '#web/api/client.ts'
import { refreshQueries } from '#web/api/query-meta.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useApi } from '#web/api/use-api.ts'
import { intentAddress } from '#web/features/market/professionals/addresses.ts'
import { profileByIdQuery } from '#web/features/market/professionals/professionals.api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { DotSeparated } from '#web/ui/dot-separated.tsx'
import { useFailureToast } from '#web/ui/states/use-failure-toast.ts'
import { bookingDraft, fieldsForRepeat } from './booking-draft.ts'
import { quoteQuery } from './quote.api.ts'
import { slotsQuery } from '../times/slots.api.ts'
import type { Slots } from '../times/slots.api.ts'

type BookAgainProps = { booking: ClientBooking; showsNextFree: boolean }

type FreeTime = { date: string; time: string }

/**
 * Opens the booking dialog with the same home and work, without a time or at the next free one.
 * rule: booking-again
 */
export function BookAgain({ booking, showsNextFree }: BookAgainProps) {
  const { t } = useTranslation('bookings')
  const { openDialog, isOpening } = useOpenDialog(booking)
  const name = displayName(booking.professional.full_name)
  return (
    <>
      {showsNextFree && booking.professional.times_stated && (
        <NextFree booking={booking} busy={isOpening} onChoose={openDialog} />
      )}
      <Button
        look="quiet"
        busy={isOpening}
        aria-label={`${t('book_again')}: ${name}`}
        onClick={() => openDialog()}
      >
        {t('book_again')}
      </Button>
    </>
  )
}

/**
 * Opens the booking dialog with an earlier booking, if the professional is still reachable. While regular visits with
 * this professional run, the dialog is for one more visit. rule: booking-again
 */
function useOpenDialog(booking: ClientBooking) {
  const { t } = useTranslation('errors')
  const [, navigate] = useLocation()
  const queryClient = useQueryClient()
  const refusalText = useRefusalText()
  const api = useApi()
  const user = useUser()
  const failure = useFailureToast()
  const { professional } = booking
  const read = useMutation({
    async mutationFn() {
      const [hasSeries, profile] = await Promise.all([
        booking.cleaning_frequency === 'one_time' ? false : hasRunningSeries(api, professional),
        queryClient.fetchQuery({ ...profileByIdQuery(api, professional.user_id), staleTime: 0 }),
      ])
      const offered = profile.professional.frequencies_offered
      return hasSeries && (offered?.includes('one_time') ?? true)
    },
  })
  const open = async (free?: FreeTime) => {
    failure.clear()
    let hasSeries: boolean
    try {
      hasSeries = await read.mutateAsync()
    } catch (error) {
      const isGone = error instanceof Refusal && error.status === 404
      failure.show(isGone ? t('professional_not_accepting') : refusalText(error))
      return refreshQueries(queryClient, 'bookings')
    }
    if (user) {
      bookingDraft(user.id, professional.user_id).save(fieldsForRepeat(booking, hasSeries, free))
    }
    const query = { zip_code: booking.zip_code, ...(free && { date: free.date, free: free.time }) }
    const search = new URLSearchParams(query).toString()
    navigate(intentAddress(professional, 'book', { signedIn: true, search }))
  }
  return { openDialog: (free?: FreeTime) => void open(free), isOpening: read.isPending }
}

/** Whether the client has running regular visits with this professional, among their newest ones. */
async function hasRunningSeries(api: Api, { user_id }: ClientBooking['professional']) {
  const { series } = await api.call('GET /api/series', { query: { page: 1 } })
  return series.some((one) => one.status === 'active' && one.professional?.user_id === user_id)
}

type NextFreeProps = {
  booking: ClientBooking
  busy: boolean
  onChoose: (free: FreeTime) => void
}

/**
 * The first free time of each of the next three days that have one, for the same home and length. Nothing while they
 * are not known.
 */
function NextFree({ booking, busy, onChoose }: NextFreeProps) {
  const { t, i18n } = useTranslation('bookings')
  const format = useFormat()
  const { data } = useQuery({ ...nextFreeQuery(useApi(), booking), retry: false })
  const times = data ? nextFree(data) : []
  if (times.length === 0) return null
  return (
    <ul aria-label={t('slots.next_free')} className="grid w-full grid-cols-3 gap-2 sm:max-w-110">
      {times.map((free) => (
        <li key={free.date} className="grid">
          <button
            type="button"
            disabled={busy}
            className="tabular min-h-13 rounded-md border border-edge px-1 py-1 text-sm leading-tight hover:border-action hover:bg-mint"
            onClick={() => onChoose(free)}
          >
            <span className="block text-soft first-letter:uppercase">
              {formatShortDate(i18n.language, free.date)}
            </span>{' '}
            <span className="block font-semibold text-action">
              {format.time(`${free.date}T${free.time}:00Z`, 'UTC')}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The question of the dialog's first page, so that it opens with the answer. */
const nextFreeQuery = (api: Api, booking: ClientBooking) =>
  slotsQuery(api, {
    professionalId: booking.professional.user_id,
    zip: booking.zip_code,
    hours: String(booking.estimated_hours),
    service: booking.service_type,
    from: undefined,
  })

/** The price of the dialog that 'Book again' opens: today's, without what the offer has no more. */
const repeatedPriceQuery = (api: Api, booking: ClientBooking) =>
  quoteQuery(api, {
    professional_id: booking.professional.user_id,
    service_type: booking.service_type,
    cleaning_frequency: booking.cleaning_frequency,
    estimated_hours: booking.estimated_hours,
    extras: booking.extras,
    supplies: booking.supplies,
  })

/** 'Standard cleaning · 2 hours · $84.00': what the repeated visit costs now, once it is known. rule: booking-again */
export function RepeatedWork({ booking }: { booking: ClientBooking }) {
  const { t } = useTranslation(['bookings', 'search'])
  const format = useFormat()
  const { data } = useQuery({ ...repeatedPriceQuery(useApi(), booking), retry: false })
  const work = [
    t(`search:service_types.${booking.service_type}`),
    t('hours', { count: booking.estimated_hours }),
  ]
  const price = data && (
    <strong key="price" className="tabular font-semibold">
      {format.money(data.total_amount)}
    </strong>
  )
  return <DotSeparated facts={price ? [...work, price] : work} />
}

/** Reads today's prices of these bookings, so that the list is complete when it appears. */
export const readRepeatedPrices = (
  api: Api,
  queryClient: QueryClient,
  bookings: readonly ClientBooking[],
) =>
  Promise.all(
    bookings.map((booking) => queryClient.prefetchQuery(repeatedPriceQuery(api, booking))),
  )

/** Reads the next free times of these bookings' professionals, so that they do not move a list that is shown. */
export const readNextFree = (
  api: Api,
  queryClient: QueryClient,
  bookings: readonly ClientBooking[],
) =>
  Promise.all(
    bookings
      .filter(({ professional }) => professional.times_stated)
      .map((booking) => queryClient.prefetchQuery(nextFreeQuery(api, booking))),
  )

/** How many of the next free times are offered. */
const FREE_SHOWN = 3

function nextFree({ days, next_slot }: Slots): FreeTime[] {
  const free = days.flatMap(({ date, slots: [first] }) => (first ? { date, time: first.time } : []))
  return free.length > 0 ? free.slice(0, FREE_SHOWN) : next_slot ? [next_slot] : []
}

/** The first ended booking of each reachable professional; at most `max`, because each asks for free times. */
export function latestOfEach(bookings: readonly ClientBooking[], max: number): ClientBooking[] {
  const latest = new Map<string, ClientBooking>()
  for (const booking of bookings) {
    const { user_id, reachable } = booking.professional
    if (reachable && booking.status !== 'accepted' && !latest.has(user_id))
      latest.set(user_id, booking)
  }
  return [...latest.values()].slice(0, max)
}
