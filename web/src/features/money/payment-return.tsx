import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useLocation } from 'wouter'
import { PAYMENT_NOTICE_MS, PAYMENT_REFRESH_MS } from '#contract/money/money-rules.ts'
import type { Api } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { SupportText } from '#web/ui/forms/support-text.tsx'
import type { Tone } from '#web/ui/states/toast-store.ts'
import { useLastingToast } from '#web/ui/states/use-lasting-toast.ts'
import { refreshQueries } from '#web/api/query-meta.ts'
import { DASHBOARD } from './billing-address.ts'
import { billingKeys } from './billing.api.ts'

type PaymentReturnProps = {
  professionalId: string
  search: URLSearchParams
  isActive: boolean
}

/**
 * Processes a payment on the dashboard, after the provider's page, and shows the result or that it was cancelled.
 * rule: checkout-return
 */
export function PaymentReturn({ professionalId, search, isActive }: PaymentReturnProps) {
  // Stored, because the query is cleared after 5 s while the message of a failure stays.
  const [arrival] = useState(() => ({
    payment: search.get('payment'),
    session: search.get('session_id'),
  }))
  const isOver = useClearQuery(arrival.payment !== null)
  if (arrival.payment === 'success' && arrival.session) {
    return <Processed professionalId={professionalId} session={arrival.session} isOver={isOver} />
  }
  if (arrival.payment !== 'cancel' || isOver) return null
  return <Cancelled isActive={isActive} />
}

function Processed({
  professionalId,
  session,
  isOver,
}: {
  professionalId: string
  session: string
  isOver: boolean
}) {
  const { t } = useTranslation('billing')
  const queryClient = useQueryClient()
  const { data, isPending } = useQuery(processQuery(useApi(), professionalId, session))
  const isPaid = data?.payment === 'paid'
  useEffect(() => {
    if (!isPaid) return undefined
    const timer = setTimeout(() => void refreshQueries(queryClient, 'credits'), PAYMENT_REFRESH_MS)
    return () => clearTimeout(timer)
  }, [isPaid, queryClient])
  if (isPending) return <Passing tone="plain" text={t('return.checking')} />
  if (!isPaid) {
    return (
      <MessageBox tone="problem">
        <SupportText>{t('return.failed')}</SupportText>
      </MessageBox>
    )
  }
  return isOver ? null : <Passing tone="success" text={t('return.paid')} />
}

function Cancelled({ isActive }: { isActive: boolean }) {
  const { t } = useTranslation('billing')
  return (
    <Passing
      tone="problem"
      text={isActive ? t('return.cancelled_active') : t('return.cancelled')}
    />
  )
}

/** A message that goes by itself lies above the page, so that nothing moves. rule: dashboard */
function Passing({ tone, text }: { tone: Tone; text: string }) {
  useLastingToast(tone, text)
  return null
}

/** Makes the server settle this checkout, once. */
function processQuery(api: Api, professionalId: string, session: string) {
  return queryOptions({
    queryKey: billingKeys.paymentReturn(professionalId, session),
    queryFn: ({ signal }) =>
      api.call('GET /api/professional/dashboard/{id}', {
        params: { id: professionalId },
        query: { process_payment: 'success', session_id: session },
        signal,
      }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
}

/** Clears the query of the address after 5 s; returns whether they are over. rule: checkout-return */
function useClearQuery(isReturn: boolean): boolean {
  const [, navigate] = useLocation()
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!isReturn) return undefined
    const timer = setTimeout(() => {
      setOver(true)
      navigate(DASHBOARD, { replace: true })
    }, PAYMENT_NOTICE_MS)
    return () => clearTimeout(timer)
  }, [isReturn, navigate])
  return isOver
}
