import type { z } from 'zod'
import { isRefusal } from '#contract/declared-refusals.ts'
import type { FieldProblem } from '#contract/refusals.ts'
import { Refusal, refusalDetail } from './refusal.ts'

/**
 * Reads a part of a request by its schema, or refuses. A schema's message is a refusal code; any other message means
 * 'invalid_input'. The refusal is the first failure in the schema's order, or a list of all of them where the call
 * lists field problems. rule: error-shape
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  part: 'params' | 'query' | 'body',
  listsAllFailures: boolean,
): z.output<Schema> {
  // A schema would look at each item of a list before it finds the list too long.
  if (isTooLarge(value)) throw new Refusal('invalid_input')
  const result = schema.safeParse(value ?? {})
  if (result.success) return result.data
  const failures = result.error.issues.map(({ message, path }) => {
    const code = isRefusal(message) ? message : 'invalid_input'
    const field = path.map(String).join('.')
    const params = code === 'invalid_input' && field ? { field } : undefined
    return { code, params, path }
  })
  const [first] = failures
  if (!listsAllFailures) throw new Refusal(first?.code ?? 'invalid_input', first)
  const fieldProblems = failures.map(({ code, params, path }): FieldProblem => ({
    msg: refusalDetail(code, params),
    loc: [part, ...path.map((step) => (typeof step === 'symbol' ? String(step) : step))],
    type: code,
  }))
  throw new Refusal('invalid_input', { fieldProblems })
}

/** More than any list or object of a call has. */
const ITEMS_MAX = 1000
const DEPTH_MAX = 20

function isTooLarge(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  const items = Object.values(value)
  return (
    depth > DEPTH_MAX ||
    items.length > ITEMS_MAX ||
    items.some((item) => isTooLarge(item, depth + 1))
  )
}
