import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Email } from '../people/identity.ts'
import { code, date, Id, line, text } from '../values.ts'
import {
  DISPUTE_LENGTH_MAX,
  DISPUTE_LENGTH_MIN,
  DOCUMENT_BYTES_MAX,
  DOCUMENT_KINDS,
  INSURED_DOLLARS_MAX,
  INSURER_LENGTH_MAX,
  REFERENCE_ANSWER_LENGTH_MAX,
  REFERENCE_NAME_LENGTH_MAX,
  REFERENCE_QUESTIONS,
  VERIFICATION_KINDS,
} from './verification-rules.ts'

/**
 * Submits a Social Security number, with or without hyphens. By sending it the professional consents to the version
 * `consent_version` of the consent text, or to the current one. rule: ssn-rules
 */
export const submitVerification = endpoint({
  method: 'PUT',
  path: '/api/professional/update-profile',
  summary: 'Submit the Social Security number for the background check, with consent to it',
  caller: { role: 'professional', roleRefusal: 'not_yours' },
  self: { in: 'body', field: 'user_id' },
  body: z.object({
    user_id: Id,
    social_security_number: z.string({ error: code('ssn_required') }).max(40, code('ssn_invalid')),
    consent_version: z.string().max(40).optional(),
  }),
  answer: z.object({
    /** Whether it was verified at once, without an operator. rule: verification-states */
    auto_verified: z.boolean(),
    verification_status: z.enum(['pending', 'verified']),
    /** The last four digits. No more of the number is ever returned or shown. rule: ssn-secrecy */
    ssn_last4: z.string(),
  }),
  refusals: [
    'consent_outdated',
    'ssn_taken',
    'ssn_verified',
    'complete_profile_first',
    'too_many_requests',
  ],
})

/** Disputes the notice before a rejection: another operator decides. rule: rejection-notice */
export const disputeVerification = endpoint({
  method: 'POST',
  path: '/api/professional/verification/dispute',
  summary: 'Dispute what was found before a check is rejected',
  caller: { role: 'professional', roleRefusal: 'not_yours' },
  self: { in: 'body', field: 'user_id' },
  body: z.object({
    user_id: Id,
    kind: z.enum(VERIFICATION_KINDS),
    text: text(DISPUTE_LENGTH_MIN, DISPUTE_LENGTH_MAX, 'text_too_short', 'support_text_too_long'),
  }),
  answer: z.object({ disputed: z.literal(true) }),
  refusals: ['not_found', 'already_so'],
})

const professional = { role: 'professional', roleRefusal: 'not_yours' } as const
const FORM_REFUSALS = [
  'invalid_input',
  'document_required',
  'document_type',
  'document_too_large',
  'document_expired',
  'complete_profile_first',
  'already_so',
] as const

const ReferenceName = line(
  1,
  REFERENCE_NAME_LENGTH_MAX,
  'references_required',
  'references_required',
)
const ReferenceEmail = z
  .string(code('references_required'))
  .refine((email) => Email.safeParse(email).success, code('references_required'))
  .pipe(Email)

/** The fields of the form. `user_id` is the caller's own. */
export const IdentityForm = z.object({
  user_id: Id,
  consent_version: z.string().max(40).optional(),
  document_kind: z.enum(DOCUMENT_KINDS),
  document_expires_on: z.union([z.literal('').transform(() => undefined), date()]).optional(),
  reference_1_name: ReferenceName,
  reference_1_email: ReferenceEmail,
  reference_2_name: ReferenceName,
  reference_2_email: ReferenceEmail,
})

/**
 * Submits photos of an identity document and names two references, instead of a Social Security number. By sending it
 * the professional consents to the version `consent_version` of the consent text, or to the current one.
 * rule: identity-documents, document-pages
 */
export const submitIdentity = endpoint({
  method: 'POST',
  path: '/api/professional/verification/identity',
  summary: 'Submit an identity document and two references',
  caller: professional,
  multipart: { fields: IdentityForm, files: { pages: 'many' }, fileBytesMax: DOCUMENT_BYTES_MAX },
  idempotent: true,
  answer: z.object({ identity_status: z.literal('pending') }),
  refusals: [
    ...FORM_REFUSALS,
    'consent_outdated',
    'references_required',
    'email_not_verified',
    'address_has_letters',
  ],
})

export const InsuranceForm = z.object({
  user_id: Id,
  insurer: line(1, INSURER_LENGTH_MAX),
  amount_dollars: z.coerce.number().int().min(1).max(INSURED_DOLLARS_MAX),
  expires_on: date(),
})

/** Submits photos of a certificate of insurance. rule: document-checks, document-pages */
export const submitInsurance = endpoint({
  method: 'POST',
  path: '/api/professional/verification/insurance',
  summary: 'Submit a certificate of insurance',
  caller: professional,
  multipart: { fields: InsuranceForm, files: { pages: 'many' }, fileBytesMax: DOCUMENT_BYTES_MAX },
  idempotent: true,
  answer: z.object({ insurance_status: z.literal('pending') }),
  refusals: [...FORM_REFUSALS, 'date_invalid'],
})

const reference = {
  path: '/api/references/{token}',
  caller: { role: 'anyone' },
  params: z.object({ token: z.string().max(100) }),
} as const

/** The questions to a reference, in the language of the request. rule: identity-documents */
export const readReference = endpoint({
  ...reference,
  method: 'GET',
  summary: 'The questions to a reference of a professional',
  answer: z.object({
    /** The first name of the professional. */
    first_name: z.string(),
    questions: z.array(z.object({ id: z.enum(REFERENCE_QUESTIONS), text: z.string() })),
  }),
  refusals: ['link_ended'],
})

/** The answers of a reference, once. Only operators read them. rule: identity-documents */
export const answerReference = endpoint({
  ...reference,
  method: 'POST',
  summary: 'Answer as a reference of a professional',
  body: z.object({
    answers: z
      .array(
        z.object({
          id: z.enum(REFERENCE_QUESTIONS),
          text: text(1, REFERENCE_ANSWER_LENGTH_MAX),
        }),
      )
      .min(1)
      .refine((answers) => new Set(answers.map(({ id }) => id)).size === answers.length),
  }),
  answer: z.object({ message: z.string() }),
  refusals: ['link_ended'],
})

/**
 * A page of a document, for the operator who holds its case while the check waits. Each look is an entry of the audit
 * log. rule: document-pages
 */
export const documentPage = endpoint({
  method: 'GET',
  path: '/api/operator/documents/{id}/pages/{n}',
  summary: 'A page of a document that waits for a decision',
  caller: { role: 'operator' },
  needsConfirmation: true,
  params: z.object({ id: z.string().max(64), n: z.string().max(10) }),
  answer: z.string(),
  answerType: 'image/webp',
  refusals: ['not_found'],
})
