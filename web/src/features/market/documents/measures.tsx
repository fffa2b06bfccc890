import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api/use-api.ts'
import { claimsQuery } from '#web/features/trust/claims/all-claims.api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useClaimFacts } from './claim-facts.ts'
import { claimsTextQuery } from './claims-text.api.ts'

/** Every claim with what is true of it, and whether it is shown. rule: claims */
export function Measures() {
  const { i18n } = useTranslation('app')
  const claimFacts = useClaimFacts()
  const texts = useQuery({
    ...claimsTextQuery(i18n.language),
    placeholderData: keepPreviousData,
  })
  const claims = useQuery(claimsQuery(useApi()))
  const error = (!texts.data && texts.error) || (!claims.data && claims.error)
  if (error) throw error
  if (!texts.data || !claims.data) return null
  const { on, off, measured } = texts.data
  return claims.data.map((claim) => {
    const { id, enabled, contradicted } = claim
    const { sentence, place, rests, found } = claimFacts(texts.data, claim)
    return (
      <section key={id} id={id} className="flex flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="text-xl">{sentence}</h2>
          <Badge tone={enabled ? 'good' : 'plain'}>
            {enabled ? on : contradicted ? texts.data.contradicted : off}
          </Badge>
        </div>
        <p className="text-sm text-soft">{place}</p>
        <p className="max-md:text-sm">{rests}</p>
        <dl className="flex flex-wrap gap-x-2 font-medium">
          <dt>{measured}</dt>
          <dd>{found}</dd>
        </dl>
      </section>
    )
  })
}
