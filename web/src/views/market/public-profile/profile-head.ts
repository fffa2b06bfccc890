import { META_DESCRIPTION_LENGTH_MAX } from '#contract/market/profile-rules.ts'
import type { TFunction } from '#web/i18n/translate.ts'
import { displayName } from '#contract/people/display-name.ts'
import type { Head } from '#web/router/view.ts'
import type { Namespace } from '#web/i18n/translations.ts'
import { publicAddress } from '#web/features/market/professionals/addresses.ts'
import type { Profile } from '#web/features/market/professionals/professionals.api.ts'

/** Title, description and structured data of a profile; only a general title while it loads. */
export function profileHead(
  profile: Profile | undefined,
  t: TFunction<readonly Namespace[]>,
): Head {
  if (!profile) return { title: t('professionals:professional_cleaner') }
  const { professional } = profile
  const { social_data: social } = professional
  const address = publicAddress(professional.slug)
  const image = social?.image || professional.gallery_images[0]
  return {
    title: social?.title || displayName(professional.full_name),
    description: shortened(social?.description || professional.bio),
    canonical: address,
    ...(image ? { image } : {}),
    shared: { address: `${address}/share.jpg`, alt: displayName(professional.full_name) },
    about: aboutProfessional(professional),
  }
}

/** The rating is included only when counted reviews exist, rounded as on the page. */
function aboutProfessional(professional: Profile['professional']): Record<string, unknown> {
  const { full_name, hourly_rate, service_areas, rating, total_reviews } = professional
  return {
    '@type': 'LocalBusiness',
    name: displayName(full_name),
    priceRange: `$${hourly_rate.toFixed(2)}/hour`,
    areaServed: service_areas,
    ...(total_reviews > 0
      ? {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: Math.round(rating * 10) / 10,
            reviewCount: total_reviews,
          },
        }
      : {}),
  }
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= META_DESCRIPTION_LENGTH_MAX
    ? line
    : `${line.slice(0, META_DESCRIPTION_LENGTH_MAX).replace(/\s\S*$/, '')}…`
}
