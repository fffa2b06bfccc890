import { SERVICE_TYPES } from '../product.ts'

/** Choices and limits of search. */

/** The types in the filter form on the results page: offices are booked, not searched for. */
export const RESULT_SERVICE_TYPES = SERVICE_TYPES.filter((type) => type !== 'office')
export const SORTS = ['rating', 'price', 'experience', 'newest'] as const
export type Sort = (typeof SORTS)[number]
export const DEFAULT_SORT: Sort = 'rating'
export const MIN_RATINGS = [4, 4.5, 5] as const
export const QUICK_FILTERS = {
  deepClean: { service_type: 'deep', cleaning_frequency: 'one_time' },
  weeklyService: { service_type: 'standard', cleaning_frequency: 'weekly' },
} as const
/** The longest text that suggestions are searched for. */
export const LOCATION_QUERY_LENGTH_MAX = 100
/** The longest ZIP or city that a search is for, as typed. */
export const SEARCHED_PLACE_LENGTH_MAX = 40
export const LOCATION_QUERY_LENGTH_MIN = 2
export const LOCATION_SEARCH_DELAY_MS = 300
export const CARD_SERVICES_MAX = 3
export const CARD_THUMBNAILS_MAX = 4
export const PAGE_SIZE = 20
export const PAGE_SIZE_MAX = 50
