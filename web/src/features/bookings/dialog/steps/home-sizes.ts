import { estimate } from '#contract/market/estimate.ts'
import type { ServiceType } from '#contract/product.ts'

const rooms = (bedrooms: number, bathrooms: number) => ({
  bedrooms,
  bathrooms,
  square_feet: null,
  floors: 1,
  pets: [],
})

/** The rooms of a home that is not saved, by the size that its client chooses. rule: estimate */
export const HOME_SIZES = { small: rooms(2, 1), medium: rooms(3, 2), large: rooms(4, 3) }
export type HomeSize = keyof typeof HOME_SIZES
export const HOME_SIZE_NAMES: readonly HomeSize[] = ['small', 'medium', 'large']

/** The hours of a visit to a home of this size, without extras. */
export const hoursOfSize = (size: HomeSize, service: ServiceType, minHours: number) =>
  estimate({ service, facts: HOME_SIZES[size], extrasMinutes: 0, earlier: [], minHours }).hours
