import { useTranslation } from '#web/i18n/use-translation.ts'
import { BIO_PREVIEW_LENGTH, DASHBOARD_THUMBNAILS_MAX } from '#contract/market/profile-rules.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { profileAddress } from '#web/features/market/professionals/addresses.ts'
import { dashboardAddress } from '#web/router/dashboard-address.ts'
import type { Profile } from './dashboard.api.ts'
import { Photos } from './photos.tsx'
import { ServiceChips } from './service-chips.tsx'

/** A short version of the public profile. rule: dashboard */
export function PublicPreview({ profile, isActive }: { profile: Profile; isActive: boolean }) {
  const { t } = useTranslation('dashboard')
  return (
    <section aria-labelledby="preview" className="card flex flex-col gap-4 p-4 md:p-5">
      <h2 id="preview" className="text-xl">
        {t('profile.title')}
      </h2>
      <Photos
        photos={profile.gallery_images}
        facts={profile.images}
        max={DASHBOARD_THUMBNAILS_MAX}
      />
      <p className="break-words whitespace-pre-line">{cutAt(profile.bio, BIO_PREVIEW_LENGTH)}</p>
      <ServiceChips services={profile.services_offered} />
      <p className="break-words text-soft">
        {t('profile.serves', { areas: profile.service_areas.join(' · ') })}
      </p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <ButtonLink href={dashboardAddress('profile')} look="quiet">
          {t('profile.full')}
        </ButtonLink>
        {isActive && (
          <TextLink href={profileAddress(profile, { signedIn: false })}>
            {t('profile.open')}
          </TextLink>
        )}
      </div>
    </section>
  )
}

/** The first `length` characters, with '…' if there are more. It counts code points, so no character is cut in two. */
export function cutAt(text: string, length: number): string {
  const characters = [...text]
  return characters.length > length ? `${characters.slice(0, length).join('').trimEnd()}…` : text
}
