import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ITEM_STATES, MOMENTS, NOTE_LENGTH_MAX } from './checklist-rules.ts'
import { ROOM_KINDS, TASKS } from '../market/home-rules.ts'
import { PRESS } from '../bookings/press.ts'
import { Id, Instant, code, text } from '../values.ts'

const invalid = code('invalid_input')

/** The refusals that calls for checklist items and for photos of a visit share. */
const REFUSALS_OF_WORK = [
  'booking_not_found',
  'lead_locked',
  'booking_already_moved',
  'stage_time_invalid',
  'stage_too_early',
  'stage_too_late',
  'not_found',
] as const

/**
 * One task of a visit. `room` is the room's name as the client typed it, '' without one. An extra has no room: its
 * `task` is the code of the extra, or the id of one of the professional's own, which alone has a `name`. `at`: when the
 * state was pressed; null as long as nobody pressed it, and for a client who may not see it yet. rule: checklist
 */
export const ChecklistItem = z.object({
  id: Id,
  room_id: Id.nullable(),
  room: z.string().nullable(),
  room_kind: z.enum(ROOM_KINDS).nullable(),
  task: z.union([z.enum(TASKS), z.string()]),
  name: z.string().nullable(),
  important: z.boolean(),
  state: z.enum(ITEM_STATES),
  note: z.string(),
  at: Instant.nullable(),
})
export type ChecklistItem = z.infer<typeof ChecklistItem>

/** A photo of a visit. `at`: when it was taken, in the sense of `visit-stages`. rule: visit-photos */
export const VisitPhoto = z.object({
  file: z.string(),
  url: z.string(),
  moment: z.enum(MOMENTS),
  item_id: Id.nullable(),
  at: Instant,
})
export type VisitPhoto = z.infer<typeof VisitPhoto>

const ofProfessional = {
  caller: { role: 'professional', roleRefusal: 'only_professional_updates' },
  whileSuspended: 'visits',
} as const

/**
 * Presses an item. Without `note` the note stays. A press that is older than the one that stands changes nothing: the
 * answer has what stands. rule: checklist, visit-stages
 */
export const pressItem = endpoint({
  ...ofProfessional,
  method: 'PUT',
  path: '/api/bookings/{id}/checklist/{item}',
  summary: 'Mark a task of a visit as done, skipped or still to do',
  params: z.object({ id: z.string().max(64), item: z.string().max(64) }),
  body: z.object({
    state: z.enum(ITEM_STATES, invalid),
    note: text(0, NOTE_LENGTH_MAX).optional(),
    ...PRESS,
  }),
  answer: z.object({ item: ChecklistItem }),
  refusals: REFUSALS_OF_WORK,
})

/** The text fields of the form that adds a photo. */
export const VisitPhotoForm = z.object({
  moment: z.enum(MOMENTS, invalid),
  item_id: z.string(invalid).max(64, invalid).optional(),
  ...PRESS,
})

/** Adds a photo of a visit, which has VISIT_PHOTOS_MAX at most. rule: visit-photos */
export const addVisitPhoto = endpoint({
  ...ofProfessional,
  method: 'POST',
  path: '/api/bookings/{id}/photos',
  summary: 'Add a photo of a visit',
  params: z.object({ id: z.string().max(64) }),
  multipart: { fields: VisitPhotoForm, files: { image: 'one' } },
  idempotent: true,
  answer: z.object({ photo: VisitPhoto }),
  refusals: [...REFUSALS_OF_WORK, 'photos_full', 'message_image_too_large'],
})

/** A photo of an allowed pair stays; an open question about it ends. rule: visit-photos */
export const deleteVisitPhoto = endpoint({
  ...ofProfessional,
  method: 'DELETE',
  path: '/api/bookings/{id}/photos/{file}',
  summary: 'Delete a photo of a visit',
  params: z.object({ id: z.string().max(64), file: z.string().max(80) }),
  answer: z.object({ deleted: z.literal(true) }),
  refusals: ['booking_not_found', 'lead_locked', 'image_not_found', 'photo_published'],
})
