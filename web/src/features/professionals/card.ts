import type { PublicProfessional } from '#contract/professionals.ts'

const SHOWN = [
  'user_id',
  'slug',
  'full_name',
  'rating',
  'total_reviews',
  'hourly_rate',
  'isBackgroundCheckVerified',
  'profile_image_url',
  'services_offered',
  'service_areas',
  'gallery_images',
] as const satisfies readonly (keyof PublicProfessional)[]

/** What a card shows of a professional. */
export type CardProfessional = Pick<PublicProfessional, (typeof SHOWN)[number]>

/** Without what only her profile shows: twenty biographies with their reviews are a quarter of a page of results. */
export function cardOf(professional: PublicProfessional): CardProfessional {
  return Object.fromEntries(SHOWN.map((name) => [name, professional[name]])) as CardProfessional
}
