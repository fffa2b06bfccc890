/** A language's sentences by 'namespace:path.to.key'. */
export type Sentences = Readonly<Record<string, string>>

const plural = /_(zero|one|two|few|many|other)$/

/** The sentences of a nested object, each under its full key. */
export function flatten(prefix: string, tree: unknown): Sentences {
  if (typeof tree === 'string') return { [prefix]: tree }
  const separator = prefix.endsWith(':') ? '' : '.'
  return Object.assign(
    {},
    ...Object.entries(tree ?? {}).map(([key, value]) =>
      flatten(`${prefix}${separator}${key}`, value),
    ),
  ) as Sentences
}

/**
 * Returns what differs between languages: a missing key, an empty sentence, another set of {{placeholders}}. Each
 * language has its own plural forms.
 */
export function differencesBetween(
  folder: string,
  languages: readonly (readonly [string, Sentences])[],
): string[] {
  const allKeys = new Set(languages.flatMap(([, sentences]) => Object.keys(sentences).map(baseKey)))
  return languages.flatMap(([language, sentences]) => {
    const where = `${folder}/${language}`
    const keys = new Set(Object.keys(sentences).map(baseKey))
    const [, reference = {}] = languages[0] ?? []
    return [
      ...[...allKeys].filter((key) => !keys.has(key)).map((key) => `${where} lacks ${key}`),
      ...Object.entries(sentences).flatMap(([key, sentence]) => {
        if (!sentence.trim()) return [`${where} is empty at ${key}`]
        const expected = reference[key]
        const isSame = expected === undefined || placeholders(expected) === placeholders(sentence)
        return isSame ? [] : [`${where} has other placeholders in ${key} than the first language`]
      }),
      ...[...keys]
        .filter((key) => `${key}_one` in sentences && !(`${key}_other` in sentences))
        .map((key) => `${where} lacks ${key}_other`),
    ]
  })
}

/** The key without its plural ending. */
export function baseKey(key: string): string {
  return key.replace(plural, '')
}

function placeholders(sentence: string): string {
  const names = [...sentence.matchAll(/\{\{\s*([\w.]+)/g)].map(([, name]) => name ?? '')
  return names.toSorted().join(' ')
}
