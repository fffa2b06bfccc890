import { sql } from 'kysely'
import { PAIRS_SHOWN_MAX } from '#contract/visits/checklist-rules.ts'
import type { ConsentedPair } from '#contract/visits/pairs.ts'
import type { Db } from '#server/db/db.ts'

/** The pairs of photos that the profile of a professional shows, the newest visit first. rule: photo-pairs */
export async function consentedPairsOf(db: Db, professionalId: string): Promise<ConsentedPair[]> {
  const { rows } = await sql<ConsentedPair>`
    select '/api/pair-photos/' || one.file as before_url, '/api/pair-photos/' || other.file as after_url,
      service_type, to_char(booking_date, 'YYYY-MM') as month
    from bookings join photo_pairs on photo_pairs.booking_id = bookings.id and photo_pairs.state = 'allowed'
    join pair_files as one on one.pair_id = photo_pairs.id and one.moment = 'before'
    join pair_files as other on other.pair_id = photo_pairs.id and other.moment = 'after'
    where professional_id = ${professionalId}::uuid
    order by starts_at desc, photo_pairs.id desc limit ${PAIRS_SHOWN_MAX}`.execute(db)
  return rows
}
