import type { SendMailOptions } from 'nodemailer'
import type { Letter } from './mail.ts'

/** The letter as it travels; one that can be ended says where, by the link and by one click (RFC 2369, RFC 8058). */
export function messageOf({ unsubscribe, ...letter }: Letter): SendMailOptions {
  if (unsubscribe === undefined) return letter
  return {
    ...letter,
    headers: {
      'List-Unsubscribe': { prepared: true, value: `<${unsubscribe}>` },
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}
