import type { PublicProfessional } from '#contract/professionals.ts'

const CARD_FIELDS = [
  'user_id',
  'slug',
  'full_name',
  'rating',
  'total_reviews',
  'hourly_rate',
  'isBackgroundCheckVerified',
  'background_check_simulated',
  'profile_image_url',
  'services_offered',
  'service_areas',
  'gallery_images',
  'instant_booking',
  'paused_until',
] as const satisfies readonly (keyof PublicProfessional)[]

/** The fields of a professional that a card shows. rule: search-card */
export type CardProfessional = Pick<PublicProfessional, (typeof CARD_FIELDS)[number]>

/** Removes the fields that only the profile shows: bios and reviews are a quarter of the bytes of a page of results. */
export function cardOf(professional: PublicProfessional): CardProfessional {
  return Object.fromEntries(
    CARD_FIELDS.map((name) => [name, professional[name]]),
  ) as CardProfessional
}
