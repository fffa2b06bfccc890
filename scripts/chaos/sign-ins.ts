import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { tokenIn } from '#contract/letter-link.ts'
import type { Answer, Asked } from './requests.ts'

const LETTER_MS_MAX = 20_000
const LOOK_EVERY_MS = 100
/** Reads after a sign-in, so that each process is asked, whatever the balancers decide. */
const READS = 8

/** `cookie`: of the person who sends it. */
export type Send = (cookie: string, asked: Asked) => Promise<Answer>

/** A person who forgets the password again and again: each time a link, a new password, a sign-in, and reads. */
export class ForgetfulPerson {
  readonly #send: Send
  readonly #outbox: string
  readonly #email = `forgetful-${crypto.randomUUID()}@example.com`
  readonly #seen = new Set<string>()
  #number = 0

  /** `outbox`: the folder of letters. */
  constructor(send: Send, outbox: string) {
    this.#send = send
    this.#outbox = outbox
  }

  async register(): Promise<void> {
    const name = { first_name: 'Ana', last_name: 'Souza', phone: '512-555-0100' }
    await this.#post('/api/auth/register', {
      ...name,
      email: this.#email,
      password: this.#password(),
    })
  }

  /** Throws when a letter does not come. What is refused is among the outcomes. */
  async forgetAndSignIn(): Promise<void> {
    const email = this.#email
    await this.#post('/api/auth/forgot-password', { email })
    const token = await this.#tokenOfLetter()
    this.#number += 1
    const password = this.#password()
    await this.#post('/api/auth/reset-password', { token, new_password: password })
    const { cookie } = await this.#post('/api/login', { email, password })
    for (let read = 0; read < READS; read++)
      await this.#send(cookie, { method: 'GET', path: '/api/auth/me' })
  }

  #password(): string {
    return `polished floors ${this.#number}`
  }

  #post(path: string, body: unknown): Promise<Answer> {
    return this.#send('', { method: 'POST', path, body })
  }

  async #tokenOfLetter(): Promise<string> {
    for (let ms = 0; ms < LETTER_MS_MAX; ms += LOOK_EVERY_MS) {
      await wait(LOOK_EVERY_MS)
      const files = await readdir(this.#outbox).catch(() => [])
      for (const file of files) {
        if (this.#seen.has(file) || !file.endsWith('.eml')) continue
        this.#seen.add(file)
        const { to, text = '' } = await PostalMime.parse(await readFile(join(this.#outbox, file)))
        const link = /https?:\/\/\S+\/reset-password#\S+/.exec(text)?.[0]
        const token = link && tokenIn(new URL(link).hash)
        if (token && to?.[0]?.address === this.#email) return token
      }
    }
    throw new Error('The letter with the link has not come.')
  }
}
