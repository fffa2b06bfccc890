import type { Profile } from '#web/features/professionals/professionals.api.ts'
import { ConsentedPairs } from './consented-pairs.tsx'
import { OfferSections } from './offer-sections.tsx'

export type LaterSectionProps = {
  professional: Profile['professional']
  /** The photos of visits, instead of the offer. */
  pairs?: boolean
  onClose?: () => void
}

/** What few profiles have, so that the first view has neither its code nor its texts. rule: profile-offer, pairs-screens */
export default function LaterSection({ professional, pairs }: LaterSectionProps) {
  const { offer, hourly_rate, min_hours, consented_pairs = [] } = professional
  if (pairs) return <ConsentedPairs pairs={consented_pairs} />
  return offer && <OfferSections offer={offer} profileRate={hourly_rate} ruleHours={min_hours} />
}
