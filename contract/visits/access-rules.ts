// This file imports nothing: screens load it without zod.
export const ACCESS_FIELDS = ['door_code', 'key_place', 'alarm', 'wifi'] as const
export type AccessField = (typeof ACCESS_FIELDS)[number]

export const ACCESS_LENGTH_MAX = 500
/** When access details open before the start of a visit, and close after its end. rule: access-details */
export const ACCESS_HOURS_BEFORE = 24
export const ACCESS_HOURS_AFTER = 2
/** How often the values of one visit can be shown in any hour. rule: access-details */
export const ACCESS_VIEWS_PER_HOUR = 30
export const ACCESS_LOG_MAX = 200
/** The most views of access details that a visit lists for its client. */
export const VISIT_VIEWS_MAX = 20
