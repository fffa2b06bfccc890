import { z } from 'zod'
import { Dollars, Id } from '../values.ts'
import { OUTCOMES, STAGES } from '../visits/visit-rules.ts'

/** The fields of the visit in every answer about a booking. rule: visit-stages, no-show */
export const VISIT_FIELDS = {
  /** The latest stage; null: none was pressed. */
  stage: z.enum(STAGES).nullable(),
  /** Null until the visit is over. */
  outcome: z.enum(OUTCOMES).nullable(),
  /** The price once the hours are settled; null before. rule: settle-hours */
  final_amount: Dollars.nullable(),
}

/** The fields of the professional that a client sees at a visit, or at regular ones. */
export const PROFESSIONAL_OF_VISIT = {
  user_id: Id,
  slug: z.string(),
  full_name: z.string(),
  profile_image_url: z.string().nullable(),
  reachable: z.boolean(),
  /** Whether they have stated their hours. */
  times_stated: z.literal(true).optional(),
}

/** The client as the professional of a visit sees them. rule: lead-locked */
export const ClientDetails = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
})
