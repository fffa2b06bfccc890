import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api/use-api.ts'
import { displayName } from '#contract/people/display-name.ts'
import { FULL_PROFILE_PHOTOS_MAX } from '#contract/market/profile-rules.ts'
import { Fact } from '#web/features/bookings/one/booking-facts.tsx'
import { CheckBadge } from '#web/features/market/professionals/check-badge.tsx'
import { useClaims } from '#web/features/market/professionals/claims.ts'
import { profileByIdQuery } from '#web/features/market/professionals/professionals.api.ts'
import type { Profile } from '#web/features/market/professionals/professionals.api.ts'
import { ConsentedPairs } from '../../market/public-profile/consented-pairs.tsx'
import { LazyPart } from '../../market/public-profile/lazy-part.tsx'
import { Overview } from '../../market/public-profile/overview.tsx'
import { ProfileFacts } from '../../market/public-profile/profile-facts.tsx'
import { ReviewsSection } from '#web/features/market/reviews/reviews-section.tsx'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { Photos } from './photos.tsx'
import { ServiceChips } from './service-chips.tsx'

type FullProfileProps = { userId: string; onClose: () => void }

/**
 * Everything that the public page shows, as the server answers it for that page; for the own profile also while nobody
 * else can open it. rule: dashboard
 */
export default function FullProfile({ userId, onClose }: FullProfileProps) {
  const { t } = useTranslation('dashboard')
  const query = useQuery(profileByIdQuery(useApi(), userId))
  return (
    <Dialog title={t('profile.title')} height="full" reading onClose={onClose}>
      <QueryState query={query} failed={t('profile.failed')} failureLook="message-box">
        {(profile) => <Content profile={profile} />}
      </QueryState>
    </Dialog>
  )
}

function Content({ profile }: { profile: Profile }) {
  const { t } = useTranslation(['dashboard', 'professionals'])
  const format = useFormat()
  const { professional, rating_distribution } = profile
  const claims = useClaims(professional)
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-col items-start gap-3">
        <div className="flex max-w-full items-center gap-4">
          <Avatar
            id={professional.user_id}
            name={professional.full_name}
            src={professional.profile_image_url}
            size="xl"
          />
          <div className="flex min-w-0 flex-col gap-1">
            <h3 className="text-xl break-words">{displayName(professional.full_name)}</h3>
            {professional.business_name && (
              <p className="break-words text-soft">{professional.business_name}</p>
            )}
            <Stars rating={professional.rating} count={professional.total_reviews} />
          </div>
        </div>
        <CheckBadge professional={professional} />
        <ProfileFacts professional={professional} />
      </header>
      <Photos
        photos={professional.gallery_images}
        facts={professional.images}
        max={FULL_PROFILE_PHOTOS_MAX}
        large
      />
      <section className="flex flex-col gap-2">
        <h3 className="text-lg">{t('professionals:about')}</h3>
        <p className="break-words whitespace-pre-line">{professional.bio}</p>
      </section>
      <section className="flex flex-col gap-2">
        <h3 className="text-lg">{t('professionals:services')}</h3>
        <ServiceChips services={professional.services_offered} />
        {claims.length > 0 && <p className="text-soft">{claims.join(' · ')}</p>}
      </section>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[max-content_1fr]">
        <Fact name={t('profile.rate')}>
          {professional.rates_from && `${t('professionals:rate_from')} `}
          {format.money(professional.hourly_rate)}
        </Fact>
        <Fact name={t('professionals:areas')}>{professional.service_areas.join(' · ')}</Fact>
      </dl>
      {professional.instant_booking && (
        <p className="font-medium">{t('professionals:instant_text')}</p>
      )}
      <LazyPart part="offer" professional={professional} />
      <Overview professional={professional} />
      <ReviewsSection
        name={professional.user_details.first_name}
        rating={professional.rating}
        count={professional.total_reviews}
        reviews={professional.reviews}
        distribution={rating_distribution}
      />
      <ConsentedPairs pairs={professional.consented_pairs} />
    </div>
  )
}
