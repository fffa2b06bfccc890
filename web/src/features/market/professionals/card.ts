import type { PublicProfessional } from '#contract/market/professionals.ts'

/** Fields of a card that the professional claims in their offer. rule: search-filters */
export const OFFER_TRAITS = ['brings_supplies', 'eco_products', 'pets_ok'] as const

const CARD_FIELDS = [
  'user_id',
  'slug',
  'full_name',
  'rating',
  'total_reviews',
  'completed_bookings',
  'hourly_rate',
  'isBackgroundCheckVerified',
  'background_check_simulated',
  'profile_image_url',
  'services_offered',
  'service_areas',
  'gallery_images',
  'instant_booking',
  'paused_until',
  'languages',
  ...OFFER_TRAITS,
  'rates_from',
  'service_rate',
  'min_hours',
] as const satisfies readonly (keyof PublicProfessional)[]

/** The fields of a professional that a card shows. rule: search-card */
export type CardProfessional = Pick<PublicProfessional, (typeof CARD_FIELDS)[number]> & {
  reliability?: { kept: number; visits: number } | null | undefined
}

/**
 * Removes the fields that only the profile shows: bios and reviews are a quarter of the bytes of a page of results. And
 * what is false: most professionals have no offer. And the digits of a rating that nobody sees. rule: first-view
 */
export function cardOf(professional: PublicProfessional): CardProfessional {
  // Cut, not rounded: 4.7496 is shown as 4.7. The addend makes up for 4349.999… of 4.35.
  const rating = Math.floor(professional.rating * 1000 + 0.001) / 1000
  // A card without languages speaks English alone, as most do.
  const languages = professional.languages?.join() === 'en' ? undefined : professional.languages
  const { kept, visits } = professional.reliability ?? {}
  const completed_bookings = professional.completed_bookings || undefined
  const shown = { ...professional, rating, languages, completed_bookings }
  return {
    ...Object.fromEntries(
      CARD_FIELDS.map((name) => [name, shown[name] === false ? undefined : shown[name]]),
    ),
    reliability: visits ? { kept, visits } : undefined,
  } as CardProfessional
}
