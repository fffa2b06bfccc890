import { REFUSALS } from '#contract/refusals.ts'
import type { Complaint, RefusalBody, RefusalCode } from '#contract/refusals.ts'

/** A refusal on its way to the person; the one error handler turns it into decision 8's body. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly complaints: Complaint[] | undefined
  /** When trying again may succeed, for the Retry-After header. */
  retryAfterSeconds?: number

  constructor(code: RefusalCode, complaints?: Complaint[]) {
    super(code)
    this.code = code
    this.complaints = complaints
  }

  get status(): number {
    return REFUSALS[this.code].status
  }

  get body(): RefusalBody {
    return { detail: this.complaints ?? REFUSALS[this.code].detail, code: this.code }
  }
}

/** Stops here with a refusal of the catalogue. */
export function refuse(code: RefusalCode, complaints?: Complaint[]): never {
  throw new Refusal(code, complaints)
}

/** A refusal whose sentence names what it is about, such as the field or the place. */
export class NamingRefusal extends Refusal {
  readonly sentence: string

  constructor(code: RefusalCode, sentence: string) {
    super(code)
    this.sentence = sentence
  }

  override get body() {
    return { detail: this.sentence, code: this.code }
  }
}
