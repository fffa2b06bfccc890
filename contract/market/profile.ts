import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { FREQUENCIES } from '../product.ts'
import { Picture, PublicProfessional } from './professionals.ts'

/** The stored pictures of a profile. `images` has the size and placeholder of each, the profile photo first. */
const ProfilePictures = z.object({
  profile_image_url: z.string().nullable(),
  gallery_images: z.array(z.string()),
  images: z.array(Picture),
})
export type ProfilePictures = z.infer<typeof ProfilePictures>

/**
 * A professional's own profile: the public fields, the last four digits of their Social Security number, where their
 * day starts, and the version.
 */
export const OwnProfile = PublicProfessional.omit({
  reviews: true,
  social_data: true,
  times_stated: true,
  instant_booking: true,
  min_hours: true,
  paused_until: true,
}).extend({
  images: z.array(Picture),
  frequencies_offered: z.array(z.enum(FREQUENCIES)),
  /** Null until the professional has submitted a Social Security number. rule: ssn-secrecy */
  ssn_last4: z.string().nullable(),
  /** Null: the ZIP of the first service area. rule: working-hours */
  base_zip: z.string().nullable(),
  time_zone: z.string(),
  /** Grows by one with every save of the form's fields. rule: edit-conflict */
  version: z.number().int(),
})
export type OwnProfile = z.infer<typeof OwnProfile>

/** The text fields of the form. The server checks them in a fixed order. rule: profile-checks */
export const ProfileFields = z.object({
  user_id: z.string().optional(),
  full_name: z.string().optional(),
  business_name: z.string().optional(),
  bio: z.string().optional(),
  hourly_rate: z.string().optional(),
  services_offered: z.string().optional(),
  /** Joined by commas. '' stands for all. rule: service-types */
  frequencies_offered: z.string().optional(),
  service_areas: z.string().optional(),
  years_experience: z.string().optional(),
  employees_count: z.string().optional(),
  social_media_url: z.string().optional(),
  /** '' stands for the ZIP of the first service area. A form without it keeps the saved one. rule: working-hours */
  base_zip: z.string().optional(),
  ssn: z.string().optional(),
  /** The version of the consent text that the professional saw. Default: the current version. rule: ssn-rules */
  consent_version: z.string().max(40).optional(),
  /** The `version` that was loaded into the form. Without it, the save overwrites any version. rule: edit-conflict */
  version: z.string().optional(),
})
export type ProfileFields = z.infer<typeof ProfileFields>

const ownProfileCall = {
  caller: { role: 'professional', roleRefusal: 'not_yours' },
  self: { in: 'params', field: 'userId' },
  params: z.object({ userId: z.string().max(64) }),
} as const

/** The saved profile for the form; null before the first save. rule: profile-save */
export const ownProfile = endpoint({
  ...ownProfileCall,
  method: 'GET',
  path: '/api/professional/profile/{userId}',
  whileViewed: true,
  summary: "A professional's own profile, for its form",
  answer: z.object({ profile: OwnProfile.nullable() }),
})

/**
 * Creates or changes a profile. Lists are joined by commas. The server recognizes the comma inside an area such as
 * 'Austin, TX'. Gallery files are added to the saved ones. rule: profile-save, profile-checks
 */
export const saveProfile = endpoint({
  ...ownProfileCall,
  method: 'PUT',
  path: '/api/professional/profile/{userId}',
  summary: 'Create or change a profile, with its pictures',
  multipart: { fields: ProfileFields, files: { profile_image: 'one', gallery_images: 'many' } },
  idempotent: true,
  answer: OwnProfile,
  refusals: [
    'full_name_required',
    'bio_required',
    'hourly_rate_invalid',
    'service_required',
    'area_required',
    'photo_required',
    'ssn_invalid',
    'ssn_taken',
    'ssn_verified',
    'consent_outdated',
    'social_media_url_invalid',
    'profile_image_too_large',
    'gallery_full',
    'gallery_image_too_large',
    'hourly_rate_too_high',
    'full_name_too_long',
    'business_name_too_long',
    'bio_too_long',
    'service_type_invalid',
    'frequency_invalid',
    'area_unknown',
    'too_many_areas',
    'zip_unknown',
    'years_invalid',
    'employees_invalid',
    'profile_changed',
  ],
})

/** Adds one photo, from the field `image`. rule: profile-form-screen, photos */
export const addGalleryPicture = endpoint({
  ...ownProfileCall,
  method: 'POST',
  path: '/api/professional/profile/{userId}/image/gallery',
  summary: 'Add a picture to the gallery of a saved profile',
  multipart: { fields: z.object({}), files: { image: 'one' } },
  idempotent: true,
  answer: ProfilePictures,
  refusals: ['gallery_image_too_large', 'gallery_full', 'complete_profile_first'],
})

export const replaceProfilePicture = endpoint({
  ...ownProfileCall,
  method: 'POST',
  path: '/api/professional/profile/{userId}/image/profile',
  summary: 'Replace the photo of a saved profile',
  multipart: { fields: z.object({}), files: { image: 'one' } },
  idempotent: true,
  answer: ProfilePictures,
  refusals: ['profile_image_too_large', 'complete_profile_first'],
})

/** Removes the profile photo. Without a photo it changes nothing. rule: photo-required */
export const removeProfilePicture = endpoint({
  ...ownProfileCall,
  method: 'DELETE',
  path: '/api/professional/profile/{userId}/image/profile',
  summary: 'Remove the profile photo',
  answer: ProfilePictures,
})

/**
 * With `image_url`, the picture is removed only if it is the one at the index, because another device may have changed
 * the order. rule: photo-required
 */
export const removeGalleryPicture = endpoint({
  ...ownProfileCall,
  method: 'DELETE',
  path: '/api/professional/profile/{userId}/image/gallery',
  summary: 'Remove a picture from the gallery',
  query: z.object({
    image_index: z
      .string()
      .regex(/^-?\d{1,9}$/)
      .transform(Number),
    image_url: z.string().max(200).optional(),
  }),
  answer: ProfilePictures,
  refusals: ['image_not_found'],
})
