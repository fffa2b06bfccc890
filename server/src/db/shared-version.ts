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

async function readVersions(queries: Queries, asked: Ask[]): Promise<string[]> {
  const groups = [...Map.groupBy(asked, ({ expression }) => expression)].toSorted(byName)
  const columns: string[] = []
  const values: number[][] = []
  for (const [{ parameters, sql }, asks] of groups) {
    columns.push(sql(values.length + 1))
    for (let index = 0; index < parameters; index++)
      values.push(asks.map((ask) => ask.values[index]!))
  }
  const { rows } = await queries.query<string[]>({
    name: `versions ${groups.map(([{ name }]) => name).join(' ')}`,
    rowMode: 'array',
    text: `select ${columns.join(', ')}`,
    values: values.map((list) => `{${list.join()}}`),
  })
  const lines = new Map(groups.map(([{ name }], index) => [name, rows[0]![index]!.split('\n')]))
  return asked.map(({ expression: { name, parameters } }) => {
    const ofName = lines.get(name)!
    return parameters === 0 ? ofName[0]! : ofName.shift()!
  })
}

type Group = [Expression, Ask[]]

function byName([one]: Group, [other]: Group): number {
  return one.name < other.name ? -1 : 1
}
