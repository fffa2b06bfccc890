import { useTranslation } from '#web/i18n/use-translation.ts'
import { BIO_PREVIEW_LENGTH, DASHBOARD_THUMBNAILS_MAX } from '#contract/product.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { profileAddress } from '#web/features/professionals/addresses.ts'
import { cutAt } from './cut-at.ts'
import { dashboardAddress } from '#web/router/dashboard-address.ts'
import type { Profile } from './dashboard.api.ts'
import { Photos } from './photos.tsx'
import { ServiceChips } from './service-chips.tsx'

/** How clients see her, in short (professional spec 2.3); the link only while the page can be opened. */
export function PublicPreview({ profile, active }: { profile: Profile; active: boolean }) {
  const { t } = useTranslation('dashboard')
  return (
    <section aria-labelledby="preview" className="card flex flex-col gap-4 p-4 md:p-5">
      <h2 id="preview" className="text-xl">
        {t('profile.title')}
      </h2>
      <Photos
        photos={profile.gallery_images}
        known={profile.images}
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
        {active && (
          <TextLink href={profileAddress(profile, { signedIn: false })}>
            {t('profile.open')}
          </TextLink>
        )}
      </div>
    </section>
  )
}
