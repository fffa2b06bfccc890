import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import type { Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type LetterBox = {
  /** The value for MAIL_URL. */
  url: string
  /** The letters that arrived since the last call, oldest first. */
  takeNewLetters(): Promise<Email[]>
  /** Accepts letters, or refuses them with a temporary error. */
  setAccepting(accepting: boolean): void
  close(): Promise<void>
}

/** A real SMTP server that stores the received letters. */
export async function letterBox(): Promise<LetterBox> {
  let arrived: string[] = []
  let isAccepting = true
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (!isAccepting) return done(Object.assign(new Error('try later'), { responseCode: 451 }))
        arrived.push(Buffer.concat(chunks).toString())
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    takeNewLetters() {
      const texts = arrived
      arrived = []
      return Promise.all(texts.map((text) => PostalMime.parse(text)))
    },
    setAccepting: (accepting) => (isAccepting = accepting),
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}
