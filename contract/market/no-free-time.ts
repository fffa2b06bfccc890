import { z } from 'zod'
import { ASKED_VISIT, DatedSlot, QUESTION_OF_TIMES } from '../calendar/slots.ts'
import { endpoint } from '../endpoint.ts'
import { FoundProfessional } from './search.ts'

const FreeVisit = DatedSlot.extend({ hours: z.number().int() })

const Query = z.object(ASKED_VISIT)
export type VisitWithoutTime = z.infer<typeof Query>

const Offers = z.object({
  /** The longest shorter visit. */
  shorter: FreeVisit.nullable(),
  /** Two visits that together have the hours, or none. */
  two_visits: z.array(FreeVisit),
  others: z.object({
    /** Up to three others who are free soonest for the whole visit, within a week. */
    professionals: z.array(FoundProfessional),
    /** The address of the results that list who serves the place. */
    search: z.string(),
  }),
})
export type OffersInstead = z.infer<typeof Offers>

/** Writes nothing. Dates and times are those of the home. rule: no-free-time */
export const withoutFreeTime = endpoint({
  method: 'GET',
  path: '/api/professional/slots/{professionalUserId}/instead',
  summary: 'What can be booked in place of a visit that has no free time',
  ...QUESTION_OF_TIMES,
  query: Query,
  answer: Offers,
})
