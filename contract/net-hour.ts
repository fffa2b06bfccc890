import { z } from 'zod'
import { Dollars } from './values.ts'

/**
 * What a professional keeps of a visit, by their own costs and from ZIP code to ZIP code. Money is in dollars. For the
 * professional alone. rule: net-hour
 */
export const NetHour = z.object({
  total_amount: Dollars,
  /** There and back, with one decimal. */
  travel_miles: z.number(),
  travel_minutes: z.number().int(),
  travel_cost: Dollars,
  supplies_cost: Dollars,
  lead_cost: Dollars,
  work_minutes: z.number().int(),
  net_amount: z.number(),
  /** Of work and travel together. */
  net_per_hour: z.number(),
})
export type NetHour = z.infer<typeof NetHour>
