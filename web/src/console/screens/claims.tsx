import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api/use-api.ts'
import { claimsQuery } from '#web/features/trust/claims/all-claims.api.ts'
import type { Claim } from '#web/features/trust/claims/all-claims.api.ts'
import { useClaimFacts } from '#web/features/market/documents/claim-facts.ts'
import { claimsTextQuery } from '#web/features/market/documents/claims-text.api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { ActionButtons } from '../actions/action-buttons.tsx'

/** Lustra's claims about itself, each with a switch that shows or hides it. rule: claims */
export default function ClaimsScreen() {
  const { t, i18n } = useTranslation('console_cases')
  const claimFacts = useClaimFacts()
  const textsQuery = useQuery(claimsTextQuery(i18n.language))
  const query = useQuery(claimsQuery(useApi()))
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-2xl md:text-3xl">{t('claims.title')}</h1>
      <QueryState query={textsQuery} failed={t('claims.failed')}>
        {(texts) => (
          <QueryState query={query} failed={t('claims.failed')}>
            {(claims) => (
              <ul aria-label={t('claims.title')} className="card divide-y divide-line">
                {claims.map((claim) => (
                  <ClaimRow key={claim.id} claim={claim} facts={claimFacts(texts, claim)} />
                ))}
              </ul>
            )}
          </QueryState>
        )}
      </QueryState>
    </div>
  )
}

type ClaimRowProps = {
  claim: Claim
  facts: ReturnType<ReturnType<typeof useClaimFacts>>
}

function ClaimRow({
  claim: { id, enabled, switched_on: isOn, contradicted },
  facts,
}: ClaimRowProps) {
  const { t } = useTranslation('console_cases')
  const action = isOn ? 'claim_off' : 'claim_on'
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 p-4">
      <div className="flex min-w-0 grow basis-72 flex-col gap-1">
        <p className="font-medium">{facts.sentence}</p>
        <p className="measure text-sm text-soft">{facts.place}</p>
        <p className="measure text-sm text-soft">{facts.rests}</p>
        <p className="text-sm">
          {t('claims.measured')}: {facts.found}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Badge tone={enabled ? 'good' : 'waiting'}>
          {t(enabled ? 'claims.on' : contradicted ? 'claims.contradicted' : 'claims.off')}
        </Badge>
        <ActionButtons actions={[{ action, id, fixed: { enabled: !isOn } }]} />
      </div>
    </li>
  )
}
