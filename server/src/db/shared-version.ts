import type { Queries } from './replicas.ts'
import { SharedRead } from './shared-read.ts'

/** Who asks gives values for the parameters of the expression, one for each. */
type Expression = {
  /** Part of the statement's name. */
  name: string
  parameters: number
  /** Text: a line for each set of values that was asked, in their order. Without parameters one line for all. */
  sql: (firstParameter: number) => string
}
type Ask = { expression: Expression; values: readonly number[] }

const readers = new WeakMap<Queries, SharedRead<Ask, string>>()

/**
 * The present version of something that is kept. Reads of all kinds that come at one moment share a statement. It
 * begins after all of them have asked, so it knows whatever was committed by then.
 */
export function sharedVersion(
  queries: Queries,
  expression: Expression,
  values: readonly number[] = [],
): Promise<string> {
  const known = readers.get(queries)
  const reader = known ?? new SharedRead<Ask, string>((asked) => readVersions(queries, asked))
  if (!known) readers.set(queries, reader)
  return reader.read({ expression, values })
}

/** Each expression is read once for the same values: many ask for what is most in demand. */
async function readVersions(queries: Queries, asked: Ask[]): Promise<string[]> {
  const groups = new Map<Expression, Map<string, number>>()
  const lines = asked.map(({ expression, values }) => {
    const known = groups.get(expression) ?? new Map<string, number>()
    groups.set(expression, known)
    const key = values.join()
    const line = known.get(key) ?? known.size
    known.set(key, line)
    return line
  })
  const sorted = [...groups].toSorted(byName)
  const columns: string[] = []
  const values: string[] = []
  for (const [{ parameters, sql }, known] of sorted) {
    columns.push(sql(values.length + 1))
    const lists = [...known.keys()].map((key) => key.split(','))
    for (let index = 0; index < parameters; index++)
      values.push(`{${lists.map((list) => list[index]).join()}}`)
  }
  const { rows } = await queries.query<string[]>({
    name: `versions ${sorted.map(([{ name }]) => name).join(' ')}`,
    rowMode: 'array',
    text: `select ${columns.join(', ')}`,
    values,
  })
  const found = new Map(
    sorted.map(([expression], index) => [expression, rows[0]![index]!.split('\n')]),
  )
  return asked.map(({ expression }, index) => found.get(expression)![lines[index]!]!)
}

type Group = [Expression, Map<string, number>]

function byName([{ name: one }]: Group, [{ name: other }]: Group): number {
  return one < other ? -1 : 1
}
