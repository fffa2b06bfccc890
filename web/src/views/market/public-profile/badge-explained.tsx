import { useState } from 'react'
import type { Profile } from '#web/features/market/professionals/professionals.api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'

type Professional = Profile['professional']
type ShownBadge = NonNullable<Professional['badges']>[number]

/** Opens what stands behind each badge. rule: badges */
export function BadgeExplained({ professional }: { professional: Professional }) {
  const { t } = useTranslation('verification')
  const [opened, setOpened] = useState<ShownBadge>()
  const { badges = [] } = professional
  return (
    <>
      {badges.map((badge) => (
        <button
          key={badge.kind}
          type="button"
          className="block min-h-11 text-left text-action underline decoration-1 underline-offset-4"
          onClick={() => setOpened(badge)}
        >
          {badge.kind === 'background' ? t('badge.what') : t(`badge.seen_${badge.kind}`)}
        </button>
      ))}
      {opened && (
        <BadgeDialog
          badge={opened}
          firstName={professional.user_details.first_name}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}

type DialogProps = { badge: ShownBadge; firstName: string; onClose: () => void }

function BadgeDialog({ badge, firstName, onClose }: DialogProps) {
  const { t } = useTranslation('verification')
  const format = useFormat()
  const facts = [
    [t('badge.what'), useWhat(badge)],
    [t('badge.by'), badge.by],
    [t('badge.when'), format.date(badge.checked_at, 'UTC')],
    [t('badge.until'), format.date(badge.expires_at, 'UTC')],
  ]
  const title = badge.kind === 'background' ? t('badge.title') : t(`badge.seen_${badge.kind}`)
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <dl className="flex flex-col gap-2">
          {facts.map(([term, fact]) => (
            <div key={term} className="flex flex-col border-b border-line pb-2">
              <dt className="text-sm text-soft">{term}</dt>
              <dd className="wrap-anywhere">{fact}</dd>
            </div>
          ))}
        </dl>
        <p>{t('badge.covers', { name: firstName })}</p>
        {badge.simulated && <p className="text-soft">{t('badge.installation')}</p>}
      </div>
    </Dialog>
  )
}

/** The text that describes the check behind a badge. */
function useWhat({ kind, simulated, insurer = '', amount = 0 }: ShownBadge): string {
  const { t } = useTranslation('verification')
  const format = useFormat()
  if (kind === 'identity') return t('badge.what_identity')
  if (kind === 'insurance')
    return t('badge.what_insurance', { insurer, amount: `$${format.number(amount)}` })
  return t(simulated ? 'badge.what_simulated' : 'badge.what_background')
}
