import type { Mail, Sender } from './mail.ts'
import { messageOf } from './message.ts'

const TIMEOUT_MS = 15_000
/** A server that sends a byte now and then is never silent for so long, and would hold up all letters. */
const LETTER_MS_MAX = 60_000

/**
 * Sends letters by an SMTP server (smtp://user:password@host:port, or smtps://). `requiresTls`: nothing is sent to a
 * server that does not encrypt. rule: letter-texts, encrypted-connections
 */
export function smtpMail(
  url: string,
  from: Sender,
  { requiresTls = false, msMax = LETTER_MS_MAX } = {},
): Mail {
  const options = {
    url,
    requireTLS: requiresTls,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  }
  return {
    async send(letter) {
      // Loaded with the first letter, so that the start does not wait for it.
      const { createTransport } = await import('nodemailer')
      const signal = AbortSignal.timeout(msMax)
      await createTransport(options, { from }).sendMail({ ...messageOf(letter), signal })
    },
  }
}
