import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { ClientBooking } from '#contract/bookings.ts'
import { displayName } from '#contract/display-name.ts'
import { Refusal } from '#web/api/client.ts'
import type { Api } from '#web/api/client.ts'
import { refreshQueries } from '#web/api/query-meta.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useApi } from '#web/api/use-api.ts'
import { intentAddress } from '#web/features/professionals/addresses.ts'
import { profileByIdQuery } from '#web/features/professionals/professionals.api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { threadAddress } from '#web/router/message-addresses.ts'
import { useUser } from '#web/session/session.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { useFailureToast } from '#web/ui/use-failure-toast.ts'
import { bookingDraft, fieldsForRepeat } from './booking-draft.ts'
import { VisitTime } from './booking-facts.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { MoveVisit } from './proposal-panel.tsx'

/**
 * What a client can do with a booking: write to the professional, move, cancel, or book the same again after it is
 * over.
 */
export function ClientActions({ booking }: { booking: ClientBooking }) {
  const { t } = useTranslation('bookings')
  const [isCancelling, setIsCancelling] = useState(false)
  const { professional, status, may } = booking
  const isOver = status !== 'pending' && status !== 'accepted'
  return (
    <>
      <ButtonLink
        href={threadAddress(professional.user_id)}
        look="quiet"
        label={`${t('message')}: ${displayName(professional.full_name)}`}
      >
        {t('message')}
      </ButtonLink>
      {isOver && professional.reachable && <BookAgain booking={booking} />}
      <MoveVisit booking={booking} name={displayName(professional.full_name)} />
      {may.includes('cancelled') && (
        <Button look="danger" onClick={() => setIsCancelling(true)}>
          {t('cancel.open')}
        </Button>
      )}
      {isCancelling && (
        <CancelDialog
          booking={booking}
          side="client"
          when={<VisitTime booking={booking} />}
          name={displayName(professional.full_name)}
          onClose={() => setIsCancelling(false)}
        />
      )}
    </>
  )
}

/**
 * Opens the booking dialog with the same home and work; while regular visits with this professional run, for one more
 * visit. Checks first that the professional is still reachable.
 * rule: booking-again
 */
function BookAgain({ booking }: { booking: ClientBooking }) {
  const { t } = useTranslation(['bookings', 'errors'])
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
  const openDialog = async () => {
    failure.clear()
    let hasSeries: boolean
    try {
      hasSeries = await read.mutateAsync()
    } catch (error) {
      const isGone = error instanceof Refusal && error.status === 404
      failure.show(isGone ? t('errors:professional_not_accepting') : refusalText(error))
      return refreshQueries(queryClient, 'bookings')
    }
    if (user) bookingDraft(user.id, professional.user_id).save(fieldsForRepeat(booking, hasSeries))
    const search = new URLSearchParams({ zip_code: booking.zip_code }).toString()
    navigate(intentAddress(professional, 'book', { signedIn: true, search }))
  }
  return (
    <Button look="quiet" busy={read.isPending} onClick={() => void openDialog()}>
      {t('book_again')}
    </Button>
  )
}

/** Whether the client has running regular visits with this professional, among their newest ones. */
async function hasRunningSeries(api: Api, { user_id }: ClientBooking['professional']) {
  const { series } = await api.call('GET /api/series', { query: { page: 1 } })
  return series.some((one) => one.status === 'active' && one.professional?.user_id === user_id)
}
