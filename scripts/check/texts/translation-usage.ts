import { baseKey, type Sentences } from './translation-keys.ts'

const defaultNamespace = 'app'

/**
 * Literal keys, `t('namespace:key')` or `t('key')`, that have no translation. `texts` maps the path of each source file
 * to its text.
 */
export function missingKeys(sentences: Sentences, texts: ReadonlyMap<string, string>): string[] {
  const known = new Set(Object.keys(sentences).map(baseKey))
  return [...texts].flatMap(([file, text]) =>
    [...text.matchAll(/\bt\(\s*'([^']+)'/g)].flatMap(([, key = '']) =>
      fullKeys(key, namespacesOf(text)).some((fullKey) => known.has(fullKey))
        ? []
        : [`${file} uses ${key}, which has no translation`],
    ),
  )
}

/**
 * Keys that no source file contains: neither as a string literal, nor as the start of a template such as
 * `service_types.${type}`.
 */
export function unusedKeys(sentences: Sentences, texts: ReadonlyMap<string, string>): string[] {
  const literals = new Set<string>()
  const prefixes: string[] = []
  for (const text of texts.values()) {
    const namespaces = namespacesOf(text)
    for (const [, , key = ''] of text.matchAll(/(['"])([\w:.-]+)\1/g))
      fullKeys(key, namespaces).forEach((fullKey) => literals.add(fullKey))
    for (const [, key = ''] of text.matchAll(/`([\w:.-]+[.:_])\$\{/g))
      prefixes.push(...fullKeys(key, namespaces))
  }
  return [...new Set(Object.keys(sentences).map(baseKey))].filter(
    (key) => !literals.has(key) && !prefixes.some((prefix) => key.startsWith(prefix)),
  )
}

/** The unused keys where source files may name a title and a sentence by the key of both. */
export function unusedTitledKeys(
  sentences: Sentences,
  texts: ReadonlyMap<string, string>,
): string[] {
  const both = (key: string) => key.replace(/\.(title|sentence)$/, '')
  const withBoth = Object.fromEntries(Object.keys(sentences).map((key) => [both(key), '']))
  const known = new Set(Object.keys(sentences).map(baseKey))
  const unused = new Set(unusedKeys({ ...sentences, ...withBoth }, texts))
  return [...unused].filter((key) => known.has(key) && unused.has(both(key)))
}

function fullKeys(key: string, namespaces: readonly string[]): string[] {
  return key.includes(':') ? [key] : namespaces.map((namespace) => `${namespace}:${key}`)
}

/** The namespaces that a file names for its translations, and the default one. */
function namespacesOf(text: string): string[] {
  const named = [
    ...text.matchAll(
      /(?:useTranslation|translatorFor|TFunction|textsIn|titled|titledFor|inEachLanguage)\s*[(<]?([^)>\n]*)/g,
    ),
  ]
  const namespaces = named.flatMap(([, list = '']) =>
    [...list.matchAll(/'(\w+)'/g)].map(([, namespace = '']) => namespace),
  )
  return [...new Set([...namespaces, defaultNamespace])]
}
