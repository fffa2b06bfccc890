import { useTranslation } from '#web/i18n/use-translation.ts'
import { Link } from '#web/ui/link.tsx'
import { displayName } from '#contract/people/display-name.ts'
import type { ShownProfessional } from '#web/features/market/professionals/professionals.api.ts'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { ArrowLeftIcon } from '#web/ui/pictures/icons-public.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { CheckBadge } from '#web/features/market/professionals/check-badge.tsx'
import { useClaims } from '#web/features/market/professionals/claims.ts'

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

type HeaderProps = { professional: ShownProfessional; onOpenPortrait: () => void }

/** Portrait, name, rating, background check, services, claims and areas. rule: profile-content */
export function ProfileHeader({ professional, onOpenPortrait }: HeaderProps) {
  const { t } = useTranslation(['professionals', 'public_profile', 'search'])
  const { full_name, profile_image_url: portrait, service_areas: areas } = professional
  const name = displayName(full_name)
  const claims = useClaims(professional)
  const avatar = <Avatar name={full_name} src={portrait} size="xl" />
  return (
    <header className="flex flex-col gap-5">
      <div className="flex items-center gap-4 md:gap-6">
        {portrait ? (
          <button type="button" className="shrink-0 rounded-full" onClick={onOpenPortrait}>
            <span className="sr-only">{t('public_profile:see_portrait', { name })} </span>
            {avatar}
          </button>
        ) : (
          avatar
        )}
        <div className="flex min-w-0 flex-col gap-1.5">
          <h1 className="text-2xl wrap-anywhere md:text-3xl">{name}</h1>
          {professional.business_name && (
            <p className="font-medium wrap-anywhere">{professional.business_name}</p>
          )}
          <p className="text-soft">{t('professional_cleaner')}</p>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <Stars rating={professional.rating} count={professional.total_reviews} />
            <CheckBadge professional={professional} />
          </div>
        </div>
      </div>
      <section aria-labelledby="services" className="flex flex-col gap-2">
        <h2 id="services" className="text-xl">
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
      <section aria-labelledby="areas" className="flex flex-col gap-1">
        <h2 id="areas" className="text-xl">
          {t('areas')}
        </h2>
        <p className="measure text-soft">{areas.join(' · ')}</p>
      </section>
    </header>
  )
}
