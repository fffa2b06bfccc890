import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Picture, PublicProfessional } from './professionals.ts'

/** Her pictures as they are kept. `images` has size and placeholder of each that is known, the profile photo first. */
const ProfilePictures = z.object({
  profile_image_url: z.string().nullable(),
  gallery_images: z.array(z.string()),
  images: z.array(Picture),
})
export type ProfilePictures = z.infer<typeof ProfilePictures>

/** A professional's own profile: what the public sees, the last four digits of her number, and the version she edits (decision 41). */
export const OwnProfile = PublicProfessional.omit({ reviews: true, social_data: true }).extend({
  images: z.array(Picture),
  /** null until a number was given; never more of it than this (decision 34). */
  ssn_last4: z.string().nullable(),
  /** Rises by one with every save of the form's fields. */
  version: z.number().int(),
})
export type OwnProfile = z.infer<typeof OwnProfile>

/** The fields of the form as they travel (professional spec 7); checked in the order of professional spec 5. */
export const ProfileFields = z.object({
  user_id: z.string().optional(),
  full_name: z.string().optional(),
  business_name: z.string().optional(),
  bio: z.string().optional(),
  hourly_rate: z.string().optional(),
  services_offered: z.string().optional(),
  service_areas: z.string().optional(),
  years_experience: z.string().optional(),
  employees_count: z.string().optional(),
  social_media_url: z.string().optional(),
  ssn: z.string().optional(),
  /** The text she agreed to by giving her number (decision 33); the current one unless told. */
  consent_version: z.string().max(40).optional(),
  /** The version that was edited (decision 41); without it, whatever is saved is replaced. */
  version: z.string().optional(),
})
export type ProfileFields = z.infer<typeof ProfileFields>

const hers = {
  feature: 'profile',
  caller: { role: 'professional', roleRefusal: 'not_yours' },
  self: { in: 'params', field: 'userId' },
  params: z.object({ userId: z.string().max(64) }),
} as const

const uploadRefusals = [
  'not_signed_in',
  'not_yours',
  'form_required',
  'form_unreadable',
  'image_unreadable',
  'image_too_large_to_open',
  'too_many_requests',
  'overloaded',
  'idempotency_key_reused',
] as const

/** For the form: what is saved, null before the first save. */
export const ownProfile = endpoint({
  ...hers,
  method: 'GET',
  path: '/api/professional/profile/{userId}',
  summary: "A professional's own profile, as she edits it",
  answer: z.object({ profile: OwnProfile.nullable() }),
  refusals: ['not_signed_in', 'not_yours'],
})

/** Professional spec 5, 7; decisions 11, 36, 41. A comma within an area ("Austin, TX") is understood. Gallery files are added to those saved. */
export const saveProfile = endpoint({
  ...hers,
  method: 'PUT',
  path: '/api/professional/profile/{userId}',
  summary: 'Makes or changes a profile, with its pictures',
  multipart: { fields: ProfileFields, files: { profile_image: 'one', gallery_images: 'many' } },
  idempotent: true,
  answer: OwnProfile,
  refusals: [
    ...uploadRefusals,
    'full_name_required',
    'bio_required',
    'hourly_rate_invalid',
    'service_required',
    'area_required',
    'photo_required',
    'ssn_invalid',
    'ssn_taken',
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
    'area_unknown',
    'too_many_areas',
    'years_invalid',
    'employees_invalid',
    'profile_changed',
  ],
})

/** One photo by itself, with its own progress and its own retry. The field is `image`. */
export const addGalleryPicture = endpoint({
  ...hers,
  method: 'POST',
  path: '/api/professional/profile/{userId}/image/gallery',
  summary: 'Adds a picture to the gallery of a saved profile',
  multipart: { fields: z.object({}), files: { image: 'one' } },
  idempotent: true,
  answer: ProfilePictures,
  refusals: [
    ...uploadRefusals,
    'image_required',
    'gallery_image_too_large',
    'gallery_full',
    'complete_profile_first',
  ],
})

export const replaceProfilePicture = endpoint({
  ...hers,
  method: 'POST',
  path: '/api/professional/profile/{userId}/image/profile',
  summary: 'Replaces the photo of a saved profile',
  multipart: { fields: z.object({}), files: { image: 'one' } },
  idempotent: true,
  answer: ProfilePictures,
  refusals: [
    ...uploadRefusals,
    'image_required',
    'profile_image_too_large',
    'complete_profile_first',
  ],
})

/** Professional spec 7. Again is harmless. */
export const removeProfilePicture = endpoint({
  ...hers,
  method: 'DELETE',
  path: '/api/professional/profile/{userId}/image/profile',
  summary: 'Removes the profile photo',
  answer: ProfilePictures,
  refusals: ['not_signed_in', 'not_yours'],
})

/** Professional spec 7. With `image_url`, only if that picture is the one at the index: two devices may remove at once (decision 41). */
export const removeGalleryPicture = endpoint({
  ...hers,
  method: 'DELETE',
  path: '/api/professional/profile/{userId}/image/gallery',
  summary: 'Removes a picture from the gallery',
  query: z.object({
    image_index: z
      .string()
      .regex(/^-?\d{1,9}$/)
      .transform(Number),
    image_url: z.string().max(200).optional(),
  }),
  answer: ProfilePictures,
  refusals: ['not_signed_in', 'not_yours', 'image_not_found', 'invalid_input'],
})
