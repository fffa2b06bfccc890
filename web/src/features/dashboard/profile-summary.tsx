import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { displayName } from '#contract/display-name.ts'
import { CARD_THUMBNAILS_MAX } from '#contract/product.ts'
import { useFormat } from '../../app/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Picture } from '../../ui/picture.tsx'
import { profileAddress } from '../professionals/addresses.ts'
import type { DashboardData } from './dashboard.api.ts'

const BIO_SHOWN_MAX = 200

/** How clients see her, in short (professional spec 2.3); the link only while the page can be opened. */
export function ProfileSummary({
  profile,
  active,
}: {
  profile: NonNullable<DashboardData['profile']>
  active: boolean
}) {
  const { t } = useTranslation(['dashboard', 'search'])
  const format = useFormat()
  const name = displayName(profile.full_name)
  const photos = profile.gallery_images.slice(0, CARD_THUMBNAILS_MAX)
  const more = profile.gallery_images.length - photos.length
  const bio =
    profile.bio.length > BIO_SHOWN_MAX
      ? `${profile.bio.slice(0, BIO_SHOWN_MAX).trimEnd()}…`
      : profile.bio
  return (
    <section className="card flex flex-col gap-4 p-4 md:p-5">
      <h2 className="text-xl">{t('profile.title')}</h2>
      <div className="flex items-center gap-4">
        <Avatar name={profile.full_name} src={profile.profile_image_url} size="lg" />
        <p className="min-w-0">
          <strong className="block break-words font-semibold">{name}</strong>
          <span className="tabular text-soft">
            {t('profile.rate', { rate: format.money(profile.hourly_rate) })} ·{' '}
            {t('profile.years', { years: profile.years_experience })}
          </span>
        </p>
      </div>
      {photos.length > 0 && (
        <ul className="grid grid-cols-4 gap-2">
          {photos.map((photo, index) => (
            <li key={photo} className="relative">
              <Picture
                src={photo}
                alt={t('profile.photo', { number: index + 1 })}
                width={160}
                height={160}
                className="aspect-square rounded-md"
              />
              {more > 0 && index === photos.length - 1 && (
                <span className="absolute inset-0 grid place-items-center rounded-md bg-shade font-semibold text-on-action dark:text-ink">
                  +{more}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      <p className="break-words whitespace-pre-line">{bio}</p>
      <ul className="flex flex-wrap gap-2">
        {profile.services_offered.map((type) => (
          <li key={type}>
            <Chip>{t(`search:service_types.${type}`)}</Chip>
          </li>
        ))}
      </ul>
      <p className="break-words text-soft">
        {t('profile.serves', { areas: profile.service_areas.join(' · ') })}
      </p>
      {active && (
        <Link
          href={profileAddress(profile, { signedIn: false })}
          className="inline-flex min-h-11 items-center self-start font-medium text-action underline decoration-1 underline-offset-4 hover:decoration-2"
        >
          {t('profile.open')}
        </Link>
      )}
    </section>
  )
}
