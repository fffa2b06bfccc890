import type { z } from 'zod'
import { REFUSALS } from '#contract/refusals.ts'
import type { Complaint, RefusalCode } from '#contract/refusals.ts'
import { NamingRefusal, Refusal } from './refusal.ts'

/**
 * Reads a part of a request by its schema, or refuses (decision 8): one sentence, the first failure in the schema's order,
 * or every complaint where the call lists them. A schema's message is a refusal's code; anything else is 'invalid_input'.
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  part: 'params' | 'query' | 'body',
  listsComplaints: boolean,
): z.output<Schema> {
  const result = schema.safeParse(value ?? {})
  if (result.success) return result.data
  const complaints = result.error.issues.map((issue): Complaint => {
    const code = codeOf(issue.message)
    return {
      msg: code === 'invalid_input' ? fieldSentence(issue.path) : REFUSALS[code].detail,
      loc: [part, ...issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))],
      type: code,
    }
  })
  if (listsComplaints) throw new Refusal('invalid_input', complaints)
  const first = complaints[0]
  throw new NamingRefusal(codeOf(first?.type ?? ''), first?.msg ?? REFUSALS.invalid_input.detail)
}

function codeOf(message: string): RefusalCode {
  return message in REFUSALS ? (message as RefusalCode) : 'invalid_input'
}

function fieldSentence(path: PropertyKey[]): string {
  const field = path.map(String).join('.').replaceAll('_', ' ')
  return field ? `Please check the ${field}.` : REFUSALS.invalid_input.detail
}
