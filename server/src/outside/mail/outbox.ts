import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { flushFolder } from '../files/flush-folder.ts'
import type { Mail, Sender } from './mail.ts'
import { messageOf } from './message.ts'

/**
 * Writes letters as .eml files, sorted by time by their names. The log shows the file and the letter's first link. For
 * development and demos.
 */
export function outboxMail(folder: string, from: Sender, log: Logger): Mail {
  return {
    async send(letter) {
      // Loaded with the first letter, so that the start does not wait for it.
      const { createTransport } = await import('nodemailer')
      const transport = createTransport(
        { streamTransport: true, buffer: true, newline: 'windows' },
        { from },
      )
      const { message } = await transport.sendMail(messageOf(letter))
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}.eml`
      const file = join(folder, name)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // A program that reads the folder never finds a partial letter.
      try {
        await writeFile(`${file}.part`, message as Buffer, { mode: 0o600, flush: true })
        await rename(`${file}.part`, file)
      } catch (error) {
        await rm(`${file}.part`, { force: true })
        throw error
      }
      await flushFolder(folder)
      const link = /https?:\/\/\S+/.exec(letter.text)?.[0]
      log.info({ file, link }, `letter in the outbox: ${letter.subject}`)
    },
  }
}
