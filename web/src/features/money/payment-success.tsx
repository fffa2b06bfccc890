import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useLocation } from 'wouter'
import { PAYMENT_REDIRECT_MS } from '#contract/money/money-rules.ts'
import { ConnectionLost, Refusal } from '#web/api/client.ts'
import type { Api } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { CheckIcon, Spinner, WarningIcon } from '#web/ui/pictures/icons.tsx'
import { refreshQueries } from '#web/api/query-meta.ts'
import { DASHBOARD } from './billing-address.ts'
import { billingKeys } from './billing.api.ts'

type PaymentParameters = { userId: string; sessionId: string }

/**
 * Confirms a payment and leads on to the dashboard. `parameters` is null if the address lacks one.
 * rule: checkout-return
 */
export function PaymentSuccess({ parameters }: { parameters: PaymentParameters | null }) {
  return parameters ? <Confirmation {...parameters} /> : <Failed why="invalid" />
}

function Confirmation(parameters: PaymentParameters) {
  const { data, error, isFetching, refetch } = useQuery(confirmQuery(useApi(), parameters))
  if (data) return <Done />
  if (error && !isFetching) return <Failed why={reasonOf(error)} onRetry={() => void refetch()} />
  return <Checking />
}

function Checking() {
  const { t } = useTranslation('billing')
  return (
    <Screen sign={<Spinner />} tone="bg-sky text-ink" title={t('success.checking')}>
      <p role="status" className="text-soft">
        {t('success.checking_help')}
      </p>
    </Screen>
  )
}

function Done() {
  const { t } = useTranslation('billing')
  const [, navigate] = useLocation()
  const queryClient = useQueryClient()
  useEffect(() => {
    void refreshQueries(queryClient, 'credits')
    const timer = setTimeout(() => navigate(DASHBOARD), PAYMENT_REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [navigate, queryClient])
  return (
    <Screen
      sign={<CheckIcon className="size-8" />}
      tone="bg-mint text-action"
      title={t('success.done')}
    >
      <p role="status" className="text-soft">
        {t('success.redirecting')}
      </p>
      <ButtonLink href={DASHBOARD}>{t('success.go')}</ButtonLink>
    </Screen>
  )
}

function Failed({ why, onRetry }: { why: 'invalid' | 'failed' | 'lost'; onRetry?: () => void }) {
  const { t } = useTranslation('billing')
  return (
    <Screen
      sign={<WarningIcon className="size-8" />}
      tone="bg-clay-soft text-clay"
      title={<span role="alert">{t(`success.${why}`)}</span>}
    >
      <p className="measure text-soft">{t('success.safe')}</p>
      <div className="flex flex-wrap justify-center gap-3">
        {onRetry && <Button onClick={onRetry}>{t('success.again')}</Button>}
        <ButtonLink href={DASHBOARD} look="quiet">
          {t('success.dashboard')}
        </ButtonLink>
      </div>
    </Screen>
  )
}

function Screen({
  sign,
  tone,
  title,
  children,
}: {
  sign: ReactNode
  tone: string
  title: ReactNode
  children: ReactNode
}) {
  return (
    <section className="page grid grow place-content-center justify-items-center gap-4 text-center">
      <span className={`grid size-16 place-items-center rounded-full ${tone}`}>{sign}</span>
      <h1 className="text-2xl md:text-3xl">{title}</h1>
      {children}
    </section>
  )
}

function reasonOf(error: Error): 'invalid' | 'failed' | 'lost' {
  if (error instanceof ConnectionLost) return 'lost'
  return error instanceof Refusal && error.code === 'payment_parameters_invalid'
    ? 'invalid'
    : 'failed'
}

/** Repeating it is harmless. */
function confirmQuery(api: Api, { userId, sessionId }: PaymentParameters) {
  return queryOptions({
    queryKey: billingKeys.paymentSuccess(userId, sessionId),
    queryFn: ({ signal }) =>
      api.call('GET /payment-success', {
        query: { user_id: userId, session_id: sessionId },
        signal,
      }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
}
