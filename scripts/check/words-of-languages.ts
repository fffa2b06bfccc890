/** A language's sentences by 'part:path.to.key'. */
export type Words = Readonly<Record<string, string>>

const plural = /_(zero|one|two|few|many|other)$/

/** The sentences of a tree of words, each under its full key. */
export function flatten(prefix: string, tree: unknown): Words {
  if (typeof tree === 'string') return { [prefix]: tree }
  const separator = prefix.endsWith(':') ? '' : '.'
  return Object.assign(
    {},
    ...Object.entries(tree ?? {}).map(([key, value]) =>
      flatten(`${prefix}${separator}${key}`, value),
    ),
  ) as Words
}

/** Where languages differ: a key that one lacks, an empty sentence, another set of {{values}}. Plural forms follow each language. */
export function faultsBetween(
  folder: string,
  languages: readonly (readonly [string, Words])[],
): string[] {
  const every = new Set(languages.flatMap(([, words]) => Object.keys(words).map(baseKey)))
  return languages.flatMap(([language, words]) => {
    const where = `${folder}/${language}`
    const own = new Set(Object.keys(words).map(baseKey))
    const [, reference = {}] = languages[0] ?? []
    return [
      ...[...every].filter((key) => !own.has(key)).map((key) => `${where} lacks ${key}`),
      ...Object.entries(words).flatMap(([key, sentence]) => {
        if (!sentence.trim()) return [`${where} says nothing at ${key}`]
        const pattern = reference[key]
        const same = pattern === undefined || valuesIn(pattern) === valuesIn(sentence)
        return same ? [] : [`${where} fills other values into ${key} than the first language`]
      }),
      ...[...own]
        .filter((key) => `${key}_one` in words && !(`${key}_other` in words))
        .map((key) => `${where} lacks ${key}_other`),
    ]
  })
}

/** The key without the ending that a count chooses. */
export function baseKey(key: string): string {
  return key.replace(plural, '')
}

function valuesIn(sentence: string): string {
  const values = [...sentence.matchAll(/\{\{\s*([\w.]+)/g)].map(([, value]) => value ?? '')
  return values.toSorted().join(' ')
}
