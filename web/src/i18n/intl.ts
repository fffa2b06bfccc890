type Making<Formatter, Options> = new (locale: string, options?: Options) => Formatter

const made = new Map<string, unknown>()

/** A formatter of Intl, made once for each locale and options: to make one takes far longer than to use it. */
export function intl<Formatter, Options>(
  Made: Making<Formatter, Options>,
  locale: string,
  options?: Options,
): Formatter {
  const key = `${Made.name} ${locale} ${JSON.stringify(options)}`
  if (!made.has(key)) made.set(key, new Made(locale, options))
  return made.get(key) as Formatter
}
