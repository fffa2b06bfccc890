import { ACTION_REASONS } from '#contract/trust/action-reasons.ts'
import type { Language } from '#contract/product.ts'
import { textsIn } from '#server/texts.ts'

/**
 * The reason of a code, as the person and the operator read it. 'stated' stands for all others: it was given at the
 * command line, in the text. rule: actions
 */
export function reasonText(code: string, language: Language): string {
  const known = Object.values(ACTION_REASONS)
    .flat()
    .find((one) => one === code)
  return textsIn(language, 'notices')(`decisions.reasons.${known ?? 'stated'}`)
}
