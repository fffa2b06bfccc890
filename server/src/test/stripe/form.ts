export type Fields = { [name: string]: Fields | string }

/** A form as Stripe's client writes it: 'line_items[0][price_data][unit_amount]=1990' is an object in objects, lists included. */
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

/** What stands at a path such as 'line_items.0.quantity', if it is text. */
export function at(fields: Fields, path: string): string | undefined {
  const found = path
    .split('.')
    .reduce<Fields | string | undefined>(
      (inside, name) => (typeof inside === 'object' ? inside[name] : undefined),
      fields,
    )
  return typeof found === 'string' ? found : undefined
}
