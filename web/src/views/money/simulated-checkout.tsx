import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { emptySignedIn } from '#drawings/empty-signed-in.ts'
import { Refusal } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { defineView } from '#web/router/view.ts'
import type { ViewProps } from '#web/router/view.ts'
import { CheckoutCard } from '#web/features/money/simulated-checkout/checkout-card.tsx'
import { simulatedCheckoutQuery } from '#web/features/money/simulated-checkout/simulated-checkout.api.ts'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'

defineView<'session'>('simulated-checkout', {
  head: ({ t }) => ({ title: t('checkout:title') }),
  Component: SimulatedCheckout,
})

/** The simulated provider's hosted page, in place of Stripe's. Says that no money moves. rule: simulated-payments */
function SimulatedCheckout({ params }: ViewProps<'session'>) {
  const { t } = useTranslation('checkout')
  const query = useQuery(simulatedCheckoutQuery(useApi(), params.session))
  if (query.error instanceof Refusal && query.error.status === 404) return <CheckoutNotFound />
  return (
    <div className="page flex max-w-form flex-col gap-6">
      <header className="flex flex-col gap-2">
        <h1 className="text-2xl md:text-3xl">{t('title')}</h1>
        <p className="rounded-md bg-sky p-3.5 font-medium">{t('no_money')}</p>
      </header>
      <QueryState
        query={query}
        failed={t('failed')}
        pending={<Skeleton className="h-96 w-full rounded-lg" />}
      >
        {(checkout) => <CheckoutCard checkout={checkout} />}
      </QueryState>
    </div>
  )
}

function CheckoutNotFound() {
  const { t } = useTranslation('checkout')
  return (
    <div className="page flex flex-col gap-6">
      <h1 className="sr-only">{t('title')}</h1>
      <EmptyState
        drawing={emptySignedIn.noPayments}
        title={t('not_found')}
        action={<ButtonLink href="/dashboard">{t('go_back')}</ButtonLink>}
      >
        {t('not_found_help')}
      </EmptyState>
    </div>
  )
}
