import { useTranslation } from '#web/i18n/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CircleIcon, ShieldIcon } from '#web/ui/icons.tsx'

/** Says in words whether the background check is approved. rule: profile-background-check */
export function CheckBadge({ verified }: { verified: boolean }) {
  const { t } = useTranslation('professionals')
  return verified ? (
    <Badge tone="good" icon={<ShieldIcon className="size-4" />}>
      {t('checked')}
    </Badge>
  ) : (
    <span className="inline-flex items-center gap-1.5 py-1 text-sm text-soft">
      <CircleIcon className="size-4" />
      {t('not_checked')}
    </span>
  )
}
