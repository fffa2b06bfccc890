/** A letter ready to go: the same words as plain text and as HTML. */
export type Letter = {
  to: string
  subject: string
  text: string
  html: string
  /** The address where a POST ends letters of its kind: readers of mail offer it with one click (RFC 8058). */
  unsubscribe?: string
}

/** Where letters leave the server. `send` resolves once the letter has been handed over, and rejects when it could not be. */
export interface Mail {
  send(letter: Letter): Promise<void>
}

/** Who letters come from. */
export type Sender = { name: string; address: string }
