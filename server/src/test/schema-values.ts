import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'

/** The schema of a value in the OpenAPI document; only the keywords that our contract uses. */
export type Schema = {
  type?: string
  enum?: string[]
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  properties?: Record<string, Schema>
  required?: string[]
}
/** Existing values by field name, so that a call passes as many checks as possible. */
export type Known = Record<string, readonly unknown[]>

const NASTY = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\uD800',
  "'; drop table users; --",
  '%',
  '_',
  '../../etc/passwd',
  '🧽'.repeat(60),
  'x'.repeat(5000),
  'NaN',
  '-1',
  '1e999',
  '9'.repeat(40),
  '__proto__',
  'constructor',
]

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ maxLength: 60 }),
  fc.constantFrom(...NASTY),
)

/** Any JSON value. */
export const anyJson: Arbitrary<unknown> = fc.oneof(
  anyText,
  fc.constantFrom(null, true, 0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER, [], {}),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Mostly a value of the schema or an existing value of this name, sometimes any value. */
function shaped(schema: Schema, name: string, known: Known): Arbitrary<unknown> {
  const values = known[name] ?? []
  return fc.oneof(
    {
      weight: values.length > 0 ? 60 : 0,
      arbitrary: fc.constantFrom(...(values.length > 0 ? values : [''])),
    },
    { weight: values.length > 0 ? 2 : 60, arbitrary: bySchema(schema, known) },
    { weight: 3, arbitrary: anyJson },
  )
}

/** An object by its schema: required fields are nearly always present, others sometimes. */
export function shapedObject(
  { properties = {}, required = [] }: Schema,
  known: Known,
): Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const value = shaped(schema, name, known)
    const freq = required.includes(name) ? 60 : 2
    return [name, fc.option(value, { freq, nil: undefined })] as const
  })
  return fc.record(Object.fromEntries(fields))
}

function bySchema(schema: Schema, known: Known): Arbitrary<unknown> {
  const { type, minLength = 0, maxLength = 300 } = schema
  const { minimum: min = -1000, maximum: max = 1000 } = schema
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern))
  if (type === 'object') return shapedObject(schema, known)
  if (type === 'integer') return fc.integer({ min, max })
  if (type === 'number') return fc.double({ min, max, noNaN: true })
  if (type === 'string') {
    return fc.oneof(
      fc.string({ minLength, maxLength }),
      fc.string({ unit: 'binary', minLength, maxLength }),
    )
  }
  return anyJson
}
