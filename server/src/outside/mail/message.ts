import type { SendMailOptions } from 'nodemailer'
import type { Letter } from './mail.ts'
import { withoutLinks } from './without-links.ts'

/**
 * The letter as it travels. Its subject has no link. One that can be ended says where, by the link and by one click
 * (RFC 2369, RFC 8058). rule: letter-texts
 */
export function messageOf({ unsubscribe, ...sent }: Letter): SendMailOptions {
  const letter = { ...sent, subject: withoutLinks(sent.subject) }
  if (unsubscribe === undefined) return letter
  return {
    ...letter,
    headers: {
      'List-Unsubscribe': { prepared: true, value: `<${unsubscribe}>` },
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}
