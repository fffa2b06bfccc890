import { z } from 'zod'
import { Dollars } from '../values.ts'

/**
 * The amount that a professional keeps of a visit, by their own costs and the distance between ZIP codes. Money is in
 * dollars. Only the professional sees it. rule: net-hour
 */
export const NetHour = z.object({
  total_amount: Dollars,
  /** The miles there and back, with one decimal. */
  travel_miles: z.number(),
  travel_minutes: z.number().int(),
  travel_cost: Dollars,
  supplies_cost: Dollars,
  lead_cost: Dollars,
  work_minutes: z.number().int(),
  net_amount: z.number(),
  /** The dollars for each hour of work and travel. */
  net_per_hour: z.number(),
})
export type NetHour = z.infer<typeof NetHour>
