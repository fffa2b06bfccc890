import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Api } from '#web/api/client.ts'
import { shownClaimsQuery, useClaim } from '#web/features/trust/claims/claims.api.ts'
import type { Profile } from '#web/features/market/professionals/professionals.api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { ClockIcon } from '#web/ui/pictures/icons-public.tsx'

type Shown = Pick<Profile, 'professional'>

/** Loads the claim about answers, if the professional has no figure of their own. Most pages do without its bytes. */
export async function loadAnswerTime(
  queryClient: QueryClient,
  api: Api,
  { professional }: Shown,
): Promise<void> {
  if (!hasOwnFigure(professional)) await queryClient.prefetchQuery(shownClaimsQuery(api))
}

/**
 * Stands in place of a measured time: that most requests were left, or the claim with what was measured of everybody.
 * rule: profile-content, claims
 */
export function AnswerTime({ professional }: Shown) {
  const { t } = useTranslation('public_profile')
  if (professional.leaves_unanswered) return <Line>{t('responds_rarely')}</Line>
  return hasOwnFigure(professional) ? null : <ClaimedTime />
}

function ClaimedTime() {
  const { t } = useTranslation('public_profile')
  const format = useFormat()
  const claim = useClaim('responds_2h')
  if (!claim) return null
  return (
    <Line>
      <span>
        {t('responds')}
        {claim.measured !== null && (
          <span className="block text-sm">
            {t('responds_share', { percent: format.number(claim.measured) })}
          </span>
        )}
      </span>
    </Line>
  )
}

function Line({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-center gap-2.5">
      <ClockIcon className="size-5 shrink-0 text-soft" />
      {children}
    </p>
  )
}

const hasOwnFigure = (professional: Shown['professional']) =>
  typeof professional.median_answer_minutes === 'number' || Boolean(professional.leaves_unanswered)
