import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Email } from './identity.ts'
import {
  SUPPORT_NAME_LENGTH_MAX,
  SUPPORT_TEXT_LENGTH_MAX,
  SUPPORT_TEXT_LENGTH_MIN,
  SUPPORT_TOPICS,
} from './support-rules.ts'
import { code, line, text } from './values.ts'

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
})
export type SupportMessage = z.infer<typeof SupportMessage>

/**
 * Writes to us. For a signed-in user, the name and email of the account count. The number ('C-12') names the message.
 * rule: contact-page
 */
export const contactSupport = endpoint({
  method: 'POST',
  path: '/api/contact',
  feature: 'support',
  summary: 'Write to Lustra',
  caller: { role: 'anyone' },
  body: SupportMessage,
  listsAllFailures: true,
  idempotent: true,
  answer: z.object({ number: z.string(), message: z.string() }),
  refusals: [
    'invalid_input',
    'topic_required',
    'name_required',
    'email_invalid',
    'text_too_short',
    'support_text_too_long',
    'too_many_requests',
  ],
})
