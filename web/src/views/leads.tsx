import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { User } from '#contract/identity.ts'
import { useApi } from '#web/api/use-api.ts'
import { useUser } from '#web/session/session.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import { defineView } from '#web/router/view.ts'
import { ledgerQuery } from '#web/features/billing/billing.api.ts'
import { DASHBOARD } from '#web/features/billing/billing-address.ts'
import { LeadRules, Ledger, LedgerSkeleton } from '#web/features/billing/ledger.tsx'
import { ReceiptsScreen } from '#web/features/visits/receipts-screen.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

const LISTS = ['leads', 'receipts']

// One view for both lists, because each costs the first view of every page some bytes. rule: home-weight
defineView<'list'>('leads', {
  head: ({ t, params: { list } }) => ({
    title: t(list === 'receipts' ? 'hours:list.title' : 'billing:ledger.title'),
  }),
  redirect: ({ params: { list } }) => (LISTS.includes(list) ? undefined : DASHBOARD),
  Component: ({ params: { list }, search }) =>
    list === 'receipts' ? <ReceiptsScreen search={search} /> : <Leads />,
})

/** Every lead credit with its reason. rule: credit-ledger */
function Leads() {
  const { t } = useTranslation('billing')
  const user = useUser()
  return (
    <div className="page flex max-w-200 flex-col gap-6">
      <TextLink href={DASHBOARD}>{t('ledger.back')}</TextLink>
      <header>
        <h1 className="text-2xl md:text-3xl">{t('ledger.title')}</h1>
        <p className="text-soft">{t('ledger.intro')}</p>
      </header>
      {user && <ProfessionalLedger professional={user} />}
      <LeadRules />
    </div>
  )
}

function ProfessionalLedger({ professional }: { professional: User }) {
  const { t } = useTranslation('billing')
  const query = useQuery(ledgerQuery(useApi(), professional.id))
  return (
    <QueryState query={query} failed={t('ledger.failed')} pending={<LedgerSkeleton />}>
      {(ledger) => <Ledger ledger={ledger} />}
    </QueryState>
  )
}
