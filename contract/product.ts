/** Facts of the whole product. This file imports nothing, because the browser loads it for the first view. */

export const PRODUCT_NAME = 'Lustra'
export const LANGUAGES = ['en', 'pt', 'es'] as const
export type Language = (typeof LANGUAGES)[number]
export const ROLES = ['client', 'professional'] as const
export type Role = (typeof ROLES)[number]
/** Every type of cleaning that the server accepts. */
export const SERVICE_TYPES = [
  'standard',
  'deep',
  'move_in_out',
  'post_construction',
  'office',
] as const
export type ServiceType = (typeof SERVICE_TYPES)[number]
export const FREQUENCIES = ['one_time', 'weekly', 'biweekly', 'monthly'] as const
export type Frequency = (typeof FREQUENCIES)[number]
/** Shown in place of the name of a user who deleted their account. */
export const DELETED_USER = 'Deleted user'
/** The share picture of pages without a photo. The build draws it. */
export const SHARE_PICTURE = { address: '/share.jpg', width: 1200, height: 630 } as const
