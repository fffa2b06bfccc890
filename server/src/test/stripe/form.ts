export type Fields = { [name: string]: Fields | string }

/**
 * Reads a form of Stripe's client: 'line_items[0][price_data][unit_amount]=1990' becomes nested objects, also for
 * lists.
 */
export function readForm(text: string): Fields {
  const fields: Fields = {}
  for (const [path, value] of new URLSearchParams(text)) {
    const names = path.split(/[[\]]+/).filter((name) => name !== '')
    let at = fields
    for (const name of names.slice(0, -1)) at = (at[name] ??= {}) as Fields
    at[names.at(-1)!] = value
  }
  return fields
}

/** The text at a path such as 'line_items.0.quantity'; undefined if there is none. */
export function at(fields: Fields, path: string): string | undefined {
  const text = path
    .split('.')
    .reduce<Fields | string | undefined>(
      (value, name) => (typeof value === 'object' ? value[name] : undefined),
      fields,
    )
  return typeof text === 'string' ? text : undefined
}
