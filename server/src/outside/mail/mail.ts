/** A letter that is ready to send: the same text as plain text and as HTML. */
export type Letter = {
  to: string
  /** The address that answers reach. Default: the sender of our letters, who reads nothing. */
  replyTo?: string
  subject: string
  text: string
  html: string
  /** A POST to this address ends the letters of its topic: mail readers offer it with one click (RFC 8058). */
  unsubscribe?: string
}

/** `send` resolves when the letter is handed over, and rejects if that fails. */
export interface Mail {
  send(letter: Letter): Promise<void>
}

export type Sender = { name: string; address: string }
