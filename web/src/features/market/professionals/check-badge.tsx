import type { PublicProfessional } from '#contract/market/professionals.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ShieldIcon } from '#web/ui/pictures/icons.tsx'
import { CircleIcon } from '#web/ui/pictures/icons-public.tsx'

type CheckBadgeProps = {
  professional: Pick<PublicProfessional, 'isBackgroundCheckVerified'> &
    Partial<Pick<PublicProfessional, 'background_check_simulated'>>
}

/** Says in words whether the background check is approved, or simulated. rule: profile-content */
export function CheckBadge({ professional }: CheckBadgeProps) {
  const { t } = useTranslation('professionals')
  return professional.isBackgroundCheckVerified ? (
    <Badge tone="good" icon={<ShieldIcon className="size-4" />}>
      {t(professional.background_check_simulated ? 'checked_simulated' : 'checked')}
    </Badge>
  ) : (
    <span className="inline-flex items-center gap-1.5 py-1 text-sm text-soft">
      <CircleIcon className="size-4" />
      {t('not_checked')}
    </span>
  )
}
