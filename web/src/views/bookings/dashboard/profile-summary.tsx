import { useTranslation } from '#web/i18n/use-translation.ts'
import { displayName } from '#contract/people/display-name.ts'
import { useFormat } from '#web/i18n/format.ts'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { CheckBadge } from '#web/features/market/professionals/check-badge.tsx'
import type { Profile } from './dashboard.api.ts'

export function ProfileSummary({ userId, profile }: { userId: string; profile: Profile }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  return (
    <section aria-label={t('profile.summary')} className="card flex flex-col gap-4 p-4 md:p-5">
      <div className="flex items-center gap-4">
        <Avatar id={userId} name={profile.full_name} src={profile.profile_image_url} size="lg" />
        <div className="min-w-0">
          <h2 className="text-xl break-words">{displayName(profile.full_name)}</h2>
          {profile.business_name && (
            <p className="break-words text-soft">{profile.business_name}</p>
          )}
        </div>
      </div>
      <dl className="grid grid-cols-3 gap-3">
        <Line name={t('profile.rate')}>{format.money(profile.hourly_rate)}</Line>
        <Line name={t('profile.years')}>{profile.years_experience}</Line>
        <Line name={t('profile.team')}>{profile.employees_count}</Line>
      </dl>
      <p>
        <CheckBadge professional={profile} />
      </p>
    </section>
  )
}

function Line({ name, children }: { name: string; children: string }) {
  return (
    <div className="flex min-w-0 flex-col justify-between">
      <dt className="text-sm text-soft">{name}</dt>
      <dd className="tabular font-semibold break-words">{children}</dd>
    </div>
  )
}
