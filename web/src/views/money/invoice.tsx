import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { emptySignedIn } from '#drawings/empty-signed-in.ts'
import { Refusal } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { defineView } from '#web/router/view.ts'
import type { ViewProps } from '#web/router/view.ts'
import { invoiceQuery } from '#web/features/money/billing.api.ts'
import { BILLING } from '#web/features/money/billing-address.ts'
import { Invoice, InvoiceSkeleton } from '#web/features/money/invoice.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/states/empty-state.tsx'

defineView<'id'>('invoice', {
  head: ({ t, params }) => ({ title: t('billing:invoice.title', { id: params.id }) }),
  Component: InvoiceView,
})

/** One invoice by its number. rule: billing-history */
function InvoiceView({ params }: ViewProps<'id'>) {
  const { t } = useTranslation('billing')
  const query = useQuery(invoiceQuery(useApi(), params.id))
  if (query.error instanceof Refusal && query.error.status === 404) return <InvoiceNotFound />
  return (
    <div className="page max-w-200">
      {!query.data && <h1 className="sr-only">{t('invoice.heading')}</h1>}
      <QueryState query={query} failed={t('invoice.failed')} pending={<InvoiceSkeleton />}>
        {(invoice) => <Invoice invoice={invoice} />}
      </QueryState>
    </div>
  )
}

function InvoiceNotFound() {
  const { t } = useTranslation('billing')
  return (
    <div className="page grid grow content-center">
      <EmptyState
        drawing={emptySignedIn.noPayments}
        heading="h1"
        title={t('invoice.not_found')}
        action={<ButtonLink href={BILLING}>{t('invoice.back')}</ButtonLink>}
      >
        {t('invoice.not_found_help')}
      </EmptyState>
    </div>
  )
}
