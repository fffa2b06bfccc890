import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { reachableSql } from '#server/people/listing/listed.ts'

type SharedProfessional = {
  slug: string
  full_name: string
  rating: number
  total_reviews: number
  hourly_rate: number
  checked: boolean
  simulated: boolean
  /** The professional's first area as they chose it: a city or a ZIP. */
  area: string | null
  /** The profile photo, else the first gallery image. */
  photo: string | null
}

/** The facts on the share picture of a reachable professional. rule: sharing */
export async function loadSharedProfessional(
  db: Db,
  slug: string,
): Promise<SharedProfessional | undefined> {
  const { rows } = await sql<SharedProfessional>`
    select slug, full_name, total_reviews,
      case when total_reviews = 0 then 0 else rating_sum::float8 / total_reviews end as rating,
      hourly_rate_cents::float8 / 100 as hourly_rate,
      background_check_status = 'approved' as checked, background_check_simulated as simulated,
      (select label from professional_areas where professional_id = user_id order by position limit 1) as area,
      coalesce(profile_image, gallery_images[1]) as photo
    from professionals
    where slug = ${slug} and ${reachableSql('professionals.user_id')}`.execute(db)
  return rows[0]
}
