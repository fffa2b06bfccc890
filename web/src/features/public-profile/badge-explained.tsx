import { useState } from 'react'
import type { Profile } from '#web/features/professionals/professionals.api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'

type Professional = Profile['professional']

/** Opens what stands behind the badge. rule: badges */
export function BadgeExplained({ professional }: { professional: Professional }) {
  const { t } = useTranslation('verification')
  const [isOpen, setOpen] = useState(false)
  const badge = professional.badges?.[0]
  if (!badge) return null
  return (
    <>
      <button
        type="button"
        className="min-h-11 text-action underline decoration-1 underline-offset-4"
        onClick={() => setOpen(true)}
      >
        {t('badge.what')}
      </button>
      {isOpen && (
        <BadgeDialog
          badge={badge}
          firstName={professional.user_details.first_name}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

type DialogProps = {
  badge: NonNullable<Professional['badges']>[number]
  firstName: string
  onClose: () => void
}

function BadgeDialog({ badge, firstName, onClose }: DialogProps) {
  const { t } = useTranslation('verification')
  const format = useFormat()
  const facts = [
    [t('badge.what'), t(badge.simulated ? 'badge.what_simulated' : 'badge.what_background')],
    [t('badge.by'), badge.by],
    [t('badge.when'), format.date(badge.checked_at, 'UTC')],
    [t('badge.until'), format.date(badge.expires_at, 'UTC')],
  ]
  return (
    <Dialog title={t('badge.title')} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <dl className="flex flex-col gap-2">
          {facts.map(([term, fact]) => (
            <div key={term} className="flex flex-col border-b border-line pb-2">
              <dt className="text-sm text-soft">{term}</dt>
              <dd>{fact}</dd>
            </div>
          ))}
        </dl>
        <p>{t('badge.covers', { name: firstName })}</p>
        {badge.simulated && <p className="text-soft">{t('badge.installation')}</p>}
      </div>
    </Dialog>
  )
}
