import { useTranslation } from 'react-i18next'
import { InfoIcon } from '../../ui/icons.tsx'

/** Says plainly that clients do not find her, and why; nothing while the account is active. */
export function AccountState({ active, hasProfile }: { active: boolean; hasProfile: boolean }) {
  const { t } = useTranslation('dashboard')
  if (active && hasProfile) return null
  const state = hasProfile ? 'inactive' : 'no_profile'
  return (
    <section className="flex items-start gap-3 rounded-lg bg-amber-soft p-4 text-amber md:p-5">
      <InfoIcon className="mt-0.5 size-5 shrink-0" />
      <div className="measure">
        <h2 className="text-lg">{t(`state.${state}`)}</h2>
        <p className="text-ink">{t(`state.${state}_help`)}</p>
      </div>
    </section>
  )
}
