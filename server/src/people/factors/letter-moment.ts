import { formats } from '#contract/formats.ts'
import type { Language } from '#contract/product.ts'

/** A moment in a letter about an account, in UTC: we do not know the person's time zone. */
export function letterMoment(language: Language, at: Date): string {
  return `${formats(language).visit(at, 'UTC')} UTC`
}
