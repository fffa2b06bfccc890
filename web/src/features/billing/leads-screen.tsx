import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useApi } from '#web/api/use-api.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import { ledgerQuery } from './billing.api.ts'
import { LeadRules, Ledger, LedgerSkeleton } from './ledger.tsx'

/** Every lead credit with its reason. rule: credit-ledger */
export function LeadsScreen({ professionalId }: { professionalId: string }) {
  const { t } = useTranslation('billing')
  const query = useQuery(ledgerQuery(useApi(), professionalId))
  return (
    <>
      <QueryState query={query} failed={t('ledger.failed')} pending={<LedgerSkeleton />}>
        {(ledger) => <Ledger ledger={ledger} />}
      </QueryState>
      <LeadRules />
    </>
  )
}
