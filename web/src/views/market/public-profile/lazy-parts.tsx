import { ReliabilityText } from '#web/features/bookings/list/reliability.tsx'
import type { Profile } from '#web/features/market/professionals/professionals.api.ts'
import { BadgeExplained } from './badge-explained.tsx'
import { OfferSections } from './offer-sections.tsx'

export type LazyPartProps = {
  part: 'offer' | 'reliability' | 'badge'
  professional: Profile['professional']
}

/**
 * Parts whose code and texts are not in the first view. Most profiles have no offer. A search result that stands for
 * a profile has none of them until the profile is read.
 * rule: profile-content, reliability, badges
 */
export default function LazyParts({ part, professional }: LazyPartProps) {
  const { offer, hourly_rate, min_hours, reliability } = professional
  if (part === 'badge') return <BadgeExplained professional={professional} />
  if (part === 'reliability')
    return reliability !== undefined && <ReliabilityText reliability={reliability} />
  return offer && <OfferSections offer={offer} profileRate={hourly_rate} ruleHours={min_hours} />
}
