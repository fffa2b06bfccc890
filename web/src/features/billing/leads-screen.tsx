import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { User } from '#contract/identity.ts'
import { useApi } from '#web/api/use-api.ts'
import { useUser } from '#web/session/session.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import { ledgerQuery } from './billing.api.ts'
import { DASHBOARD } from './billing-address.ts'
import { LeadRules, Ledger, LedgerSkeleton } from './ledger.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

/** Every lead credit with its reason. rule: credit-ledger */
export function LeadsScreen() {
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
