import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { CLIENT_NOTE_LENGTH_MAX } from './review-rules.ts'
import type { CLIENT_NOTE_ANSWERS } from './review-rules.ts'
import { code, Instant, text } from '../values.ts'

const answers = <Answer extends z.ZodType>(answer: Answer) =>
  z.object({
    as_described: answer,
    paid_as_agreed: answer,
    kind: answer,
    come_again: answer,
  } satisfies Record<(typeof CLIENT_NOTE_ANSWERS)[number], Answer>)

/** A professional's note about the client of a visit. Null: not answered. rule: client-notes */
const ClientNote = answers(z.boolean().nullable()).extend({ text: z.string() })
export type ClientNote = z.infer<typeof ClientNote>

const invalid = code('invalid_input')
const ClientNoteDraft = answers(z.boolean(invalid).optional()).extend({
  text: text(0, CLIENT_NOTE_LENGTH_MAX).default(''),
})
export type ClientNoteDraft = z.infer<typeof ClientNoteDraft>

const ofVisit = {
  path: '/api/bookings/{id}/client-note',
  params: z.object({ id: z.string().max(64) }),
  caller: { role: 'professional', roleRefusal: 'professionals_only' },
} as const

/** The caller's own note, and whether it can be written now. rule: client-notes */
export const clientNote = endpoint({
  ...ofVisit,
  method: 'GET',
  summary: "The professional's private note about the client of a visit",
  answer: z.object({
    note: ClientNote.nullable(),
    revealed_at: Instant.nullable(),
    may_write: z.boolean(),
  }),
  refusals: ['booking_not_found'],
})

/** Writes the note. The same again is harmless. rule: client-notes, review-states */
export const writeClientNote = endpoint({
  ...ofVisit,
  method: 'PUT',
  summary: 'Note privately how a visit was; a sealed review of it becomes public',
  body: ClientNoteDraft,
  answer: z.object({ note: ClientNote, revealed_at: Instant.nullable() }),
  refusals: ['booking_not_found', 'visit_not_over', 'too_late'],
})
