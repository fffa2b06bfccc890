import { useTranslation } from '#web/i18n/use-translation.ts'
import { displayName } from '#contract/display-name.ts'
import { FULL_PROFILE_PHOTOS_MAX } from '#contract/product.ts'
import type { OwnReview } from '#contract/reviews.ts'
import { useFormat } from '#web/i18n/format.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { Fact } from '#web/features/bookings/booking-facts.tsx'
import { ReviewsSection } from '#web/features/reviews/reviews-section.tsx'
import { Overview } from '#web/features/public-profile/overview.tsx'
import { CheckBadge } from '#web/features/professionals/check-badge.tsx'
import type { Profile } from './dashboard.api.ts'
import { Photos } from './photos.tsx'
import { ServiceChips } from './service-chips.tsx'

/** Everything that the public page shows, also while nobody can open it. rule: public-preview */
export default function FullProfile({
  profile,
  reviews,
  onClose,
}: {
  profile: Profile
  reviews: OwnReview[]
  onClose: () => void
}) {
  const { t } = useTranslation(['dashboard', 'professionals'])
  const format = useFormat()
  return (
    <Dialog title={t('profile.title')} height="full" reading onClose={onClose}>
      <div className="flex flex-col gap-6">
        <header className="flex flex-col items-start gap-3">
          <div className="flex max-w-full items-center gap-4">
            <Avatar name={profile.full_name} src={profile.profile_image_url} size="xl" />
            <div className="flex min-w-0 flex-col gap-1">
              <h3 className="text-xl break-words">{displayName(profile.full_name)}</h3>
              {profile.business_name && (
                <p className="break-words text-soft">{profile.business_name}</p>
              )}
              <Stars rating={profile.rating} count={profile.total_reviews} />
            </div>
          </div>
          <CheckBadge professional={profile} />
        </header>
        <Photos
          photos={profile.gallery_images}
          facts={profile.images}
          max={FULL_PROFILE_PHOTOS_MAX}
          large
        />
        <section className="flex flex-col gap-2">
          <h3 className="text-lg">{t('professionals:about')}</h3>
          <p className="break-words whitespace-pre-line">{profile.bio}</p>
        </section>
        <section className="flex flex-col gap-2">
          <h3 className="text-lg">{t('professionals:services')}</h3>
          <ServiceChips services={profile.services_offered} />
        </section>
        <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[max-content_1fr]">
          <Fact name={t('profile.rate')}>{format.money(profile.hourly_rate)}</Fact>
          <Fact name={t('professionals:areas')}>{profile.service_areas.join(' · ')}</Fact>
        </dl>
        <Overview professional={{ ...profile, reviews }} />
        <ReviewsSection
          name={profile.user_details.first_name}
          rating={profile.rating}
          count={profile.total_reviews}
          reviews={reviews}
          distribution={undefined}
        />
      </div>
    </Dialog>
  )
}
