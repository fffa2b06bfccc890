import type { PublicProfessional } from '#contract/professionals.ts'

/** What a card shows of a professional. */
export type CardProfessional = Pick<
  PublicProfessional,
  | 'user_id'
  | 'slug'
  | 'full_name'
  | 'rating'
  | 'total_reviews'
  | 'hourly_rate'
  | 'isBackgroundCheckVerified'
  | 'profile_image_url'
  | 'services_offered'
  | 'service_areas'
  | 'gallery_images'
>

/** Without what only her profile shows: twenty biographies with their reviews are a quarter of a page of results. */
export function cardOf(professional: PublicProfessional): CardProfessional {
  const { user_id, slug, full_name, rating, total_reviews, hourly_rate } = professional
  const { isBackgroundCheckVerified, profile_image_url } = professional
  const { services_offered, service_areas, gallery_images } = professional
  return {
    user_id,
    slug,
    full_name,
    rating,
    total_reviews,
    hourly_rate,
    isBackgroundCheckVerified,
    profile_image_url,
    services_offered,
    service_areas,
    gallery_images,
  }
}
