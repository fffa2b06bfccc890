import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Email } from '../people/identity.ts'
import {
  SUPPORT_NAME_LENGTH_MAX,
  SUPPORT_POST_LENGTH_MAX,
  SUPPORT_TEXT_LENGTH_MAX,
  SUPPORT_TEXT_LENGTH_MIN,
  SUPPORT_TOPICS,
} from './support-rules.ts'
import { code, Id, Instant, line, text } from '../values.ts'

export const SupportMessage = z.object({
  topic: z.enum(SUPPORT_TOPICS, code('topic_required')),
  name: line(1, SUPPORT_NAME_LENGTH_MAX, 'name_required'),
  email: Email,
  text: text(
    SUPPORT_TEXT_LENGTH_MIN,
    SUPPORT_TEXT_LENGTH_MAX,
    'text_too_short',
    'support_text_too_long',
  ),
  /** A booking of the signed-in user. Another one is left out. */
  booking_id: Id.optional(),
})
export type SupportMessage = z.infer<typeof SupportMessage>

/**
 * Writes to us. For a signed-in user, the name and email of the account count. The number ('C-12') names the message.
 * rule: contact-page
 */
export const contactSupport = endpoint({
  method: 'POST',
  path: '/api/contact',
  offersChallenge: true,
  summary: 'Write to Lustra',
  caller: { role: 'anyone' },
  body: SupportMessage,
  listsAllFailures: true,
  idempotent: true,
  answer: z.object({ number: z.string(), message: z.string() }),
  refusals: ['too_many_requests'],
})

const SupportThread = z.object({
  number: z.string(),
  topic: z.enum(SUPPORT_TOPICS),
  /** The oldest first. */
  messages: z.array(z.object({ from: z.enum(['you', 'lustra']), text: z.string(), at: Instant })),
  closed: z.boolean(),
})
const token = z.object({ token: z.string().max(100) })

/** The thread of a letter's link, without signing in. rule: contact-page */
export const supportThread = endpoint({
  method: 'GET',
  path: '/api/support/{token}',
  summary: 'Read what you wrote to Lustra, and the answers',
  caller: { role: 'anyone' },
  params: token,
  answer: SupportThread,
  refusals: ['link_ended'],
})

/** Adds to the thread and reopens it. rule: contact-page */
export const writeToSupport = endpoint({
  method: 'POST',
  path: '/api/support/{token}',
  summary: 'Write back to Lustra',
  caller: { role: 'anyone' },
  params: token,
  body: z.object({
    text: text(1, SUPPORT_POST_LENGTH_MAX, 'text_too_short', 'support_text_too_long'),
  }),
  idempotent: true,
  answer: SupportThread,
  refusals: ['link_ended'],
})
