import { useTranslation } from '#web/i18n/use-translation.ts'
import { Link } from '#web/ui/link.tsx'
import { displayName } from '#contract/people/display-name.ts'
import type { Profile } from '#web/features/market/professionals/professionals.api.ts'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { DrawingLabel } from '#web/ui/pictures/drawing-label.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { FoldedPart } from '#web/ui/folded-part.tsx'
import { ArrowLeftIcon } from '#web/ui/pictures/icons-public.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { CheckBadge } from '#web/features/market/professionals/check-badge.tsx'
import { useClaims } from '#web/features/market/professionals/claims.ts'
import { InstantBadge } from '#web/features/market/professionals/instant-badge.tsx'
import { ProfileFacts } from './profile-facts.tsx'

/** The link to the search that found the profile. rule: profile-content */
export function BackToResults({ search }: { search: string }) {
  const { t } = useTranslation('public_profile')
  return (
    <Link
      href={search ? `/search?${search}` : '/search'}
      className="inline-flex min-h-11 items-center gap-2 rounded-sm font-medium text-action hover:underline"
    >
      <ArrowLeftIcon />
      {t('back')}
    </Link>
  )
}

type ProfileProps = Pick<Profile, 'professional'>
type HeaderProps = ProfileProps & { onOpenPortrait: () => void }

/** Portrait, name, rating, the three figures that decide, and the badges. rule: profile-content */
export function ProfileHeader({ professional, onOpenPortrait }: HeaderProps) {
  const { t } = useTranslation(['professionals', 'public_profile'])
  const { full_name, profile_image_url: portrait } = professional
  const name = displayName(full_name)
  const avatar = <Avatar id={professional.user_id} name={full_name} src={portrait} size="xl" />
  return (
    <header className="flex flex-col gap-3">
      <div className="flex items-center gap-4 md:gap-6">
        {portrait ? (
          <button type="button" className="relative shrink-0 rounded-full" onClick={onOpenPortrait}>
            <span className="sr-only">{t('public_profile:see_portrait', { name })} </span>
            {avatar}
            <DrawingLabel src={portrait} className="-bottom-1 left-1/2 -translate-x-1/2" />
          </button>
        ) : (
          avatar
        )}
        <div className="flex min-w-0 flex-col gap-0.5">
          <h1 className="text-xl wrap-anywhere md:text-3xl">{name}</h1>
          {professional.business_name && (
            <p className="font-medium wrap-anywhere">{professional.business_name}</p>
          )}
          <p className="text-[0.75rem] text-soft">{t('professional_cleaner')}</p>
          <Stars rating={professional.rating} count={professional.total_reviews} />
        </div>
      </div>
      <ProfileFacts professional={professional} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <CheckBadge professional={professional} />
        {professional.instant_booking && <InstantBadge />}
      </div>
    </header>
  )
}

/** The services, and what else the professional claims. rule: profile-content */
export function Services({ professional }: ProfileProps) {
  const { t } = useTranslation(['professionals', 'search'])
  const claims = useClaims(professional)
  return (
    <section aria-labelledby="services" className="flex flex-col gap-2">
      <h2 id="services" className="text-2xl">
        {t('services')}
      </h2>
      <ul className="flex flex-wrap gap-2">
        {professional.services_offered.map((service) => (
          <li key={service}>
            <Chip>{t(`search:service_types.${service}`)}</Chip>
          </li>
        ))}
      </ul>
      {claims.length > 0 && <p className="measure text-soft">{claims.join(' · ')}</p>}
    </section>
  )
}

/** The places that the professional chose. rule: profile-content */
export function Areas({ professional }: ProfileProps) {
  const { t } = useTranslation('professionals')
  return (
    <div className="card">
      <FoldedPart title={t('areas')}>
        <p className="measure text-soft">{professional.service_areas.join(' · ')}</p>
      </FoldedPart>
    </div>
  )
}
