import { join } from 'node:path'
import type { Logger } from 'pino'
import { PRODUCT_NAME } from '#contract/product.ts'
import type { Config } from '#server/config.ts'
import { isThisMachine } from '#server/settings/this-machine.ts'
import type { Mail, Sender } from './mail.ts'
import { outboxMail } from './outbox.ts'
import { smtpMail } from './smtp.ts'

/** The mail of the configuration: an SMTP server, or files in DATA_DIR/outbox. rule: letter-texts */
export function mailFor(config: Config, log: Logger): Mail {
  const from = senderOf(config)
  if (config.mailUrl) {
    const isHere = isThisMachine(new URL(config.mailUrl).hostname)
    return smtpMail(config.mailUrl, from, { requiresTls: config.production && !isHere })
  }
  return outboxMail(join(config.dataDir, 'outbox'), from, log)
}

function senderOf({ publicOrigin }: Config): Sender {
  return { name: PRODUCT_NAME, address: `no-reply@${new URL(publicOrigin).hostname}` }
}
