import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { code, Id, text } from './values.ts'
import { DISPUTE_LENGTH_MAX, DISPUTE_LENGTH_MIN, VERIFICATION_KINDS } from './verification-rules.ts'

/**
 * Submits a Social Security number, with or without hyphens. By sending it the professional consents to the version
 * `consent_version` of the consent text, or to the current one. rule: ssn-entrances, ssn-consent
 */
export const submitVerification = endpoint({
  method: 'PUT',
  path: '/api/professional/update-profile',
  feature: 'verification',
  summary: 'Submit the Social Security number for the background check, with consent to it',
  caller: { role: 'professional', roleRefusal: 'not_yours' },
  self: { in: 'body', field: 'user_id' },
  body: z.object({
    user_id: Id,
    social_security_number: z.string({ error: code('ssn_required') }).max(40, code('ssn_invalid')),
    consent_version: z.string().max(40).optional(),
  }),
  answer: z.object({
    /** Whether it was verified at once, without an operator. rule: verification-modes */
    auto_verified: z.boolean(),
    verification_status: z.enum(['pending', 'verified']),
    /** The last four digits. No more of the number is ever returned or shown. rule: ssn-secrecy */
    ssn_last4: z.string(),
  }),
  refusals: [
    'not_signed_in',
    'not_yours',
    'ssn_required',
    'ssn_invalid',
    'consent_outdated',
    'ssn_taken',
    'ssn_verified',
    'complete_profile_first',
    'too_many_requests',
    'invalid_input',
  ],
})

/** Disputes the notice before a rejection: another operator decides. rule: rejection-notice */
export const disputeVerification = endpoint({
  method: 'POST',
  path: '/api/professional/verification/dispute',
  feature: 'verification',
  summary: 'Dispute what was found before a check is rejected',
  caller: { role: 'professional', roleRefusal: 'not_yours' },
  self: { in: 'body', field: 'user_id' },
  body: z.object({
    user_id: Id,
    kind: z.enum(VERIFICATION_KINDS),
    text: text(DISPUTE_LENGTH_MIN, DISPUTE_LENGTH_MAX, 'text_too_short', 'support_text_too_long'),
  }),
  answer: z.object({ disputed: z.literal(true) }),
  refusals: [
    'not_signed_in',
    'not_yours',
    'not_found',
    'already_so',
    'text_too_short',
    'support_text_too_long',
    'invalid_input',
  ],
})
