import { baseKey, type Words } from './words-of-languages.ts'

const defaultPart = 'app'

/**
 * Keys that a source file says literally, `t('part:key')` or `t('key')`, and that no part it speaks from has.
 * `texts` maps source files to their text.
 */
export function missingKeys(words: Words, texts: ReadonlyMap<string, string>): string[] {
  const known = new Set(Object.keys(words).map(baseKey))
  return [...texts].flatMap(([file, text]) =>
    [...text.matchAll(/\bt\(\s*'([^']+)'/g)].flatMap(([, key = '']) => {
      const candidates = key.includes(':') ? [key] : partsOf(text).map((part) => `${part}:${key}`)
      return candidates.some((candidate) => known.has(candidate))
        ? []
        : [`${file} says ${key}, which has no words`]
    }),
  )
}

/**
 * Keys that no source file names: neither as a text of its own, nor as the beginning of a template such as
 * `service_types.${type}`, with the part before the key or spoken from in that file.
 */
export function unusedKeys(words: Words, texts: ReadonlyMap<string, string>): string[] {
  const whole = new Set<string>()
  const beginnings: string[] = []
  for (const text of texts.values()) {
    const parts = partsOf(text)
    const full = (key: string) =>
      key.includes(':') ? [key] : parts.map((part) => `${part}:${key}`)
    for (const [, , key = ''] of text.matchAll(/(['"])([\w:.-]+)\1/g))
      full(key).forEach((k) => whole.add(k))
    for (const [, key = ''] of text.matchAll(/`([\w:.-]+[.:_])\$\{/g)) beginnings.push(...full(key))
  }
  return [...new Set(Object.keys(words).map(baseKey))].filter(
    (key) => !whole.has(key) && !beginnings.some((beginning) => key.startsWith(beginning)),
  )
}

/** The parts of the words that a file speaks from: those it gives to useTranslation, and the default one. */
function partsOf(text: string): string[] {
  const named = [...text.matchAll(/(?:useTranslation|tOf|TFunction)\s*[(<]?([^)>\n]*)/g)]
  const parts = named.flatMap(([, list = '']) =>
    [...list.matchAll(/'(\w+)'/g)].map(([, part = '']) => part),
  )
  return [...new Set([...parts, defaultPart])]
}
