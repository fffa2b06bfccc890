import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES } from '#contract/product.ts'

/**
 * The limits for the first view of a screen, in bytes of scripts and styles after brotli compression. The page contains
 * its translations; here the file with the same translations counts for them. rule: home-weight
 */
const LIMITS = {
  home: { bytes: 95_000, chunks: [], translations: ['home'] },
  'search results, profiles and cities': {
    bytes: 115_000,
    chunks: ['public'],
    translations: ['home', 'public'],
  },
}

/** The scripts of the page of a visit, without those of the first view of every page. rule: visit-weight */
const VISIT = { key: 'web/src/views/visits.tsx', bytes: 40_000 }

const ENTRY = 'web/src/entries/entry-client.tsx'

type Manifest = Record<string, { file: string; name?: string; imports?: string[] }>

const client = join(import.meta.dirname, '../../web/dist/client')

/** One line of text for each first view of the built web that is above its limit in a language. */
export function overweightViews(): string[] {
  const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8')) as Manifest
  const styles = Object.values(manifest).filter(({ file }) => file.endsWith('.css'))
  const first = Object.entries(LIMITS).flatMap(([view, { bytes, chunks, translations }]) =>
    LANGUAGES.flatMap((language) => {
      const keys = [
        ENTRY,
        ...chunks,
        ...translations.map((part) => `web/src/locales/${language}.${part}.ts`),
      ]
      const files = new Set([
        ...keys.flatMap((key) => filesOf(manifest, key)),
        ...styles.map(({ file }) => file),
      ])
      const sum = [...files].reduce((total, file) => total + sizeOf(file), 0)
      return sum > bytes
        ? [`${view} in ${language} weighs ${sum} bytes, ${sum - bytes} too many`]
        : []
    }),
  )
  return [...first, ...overweightVisit(manifest)]
}

function overweightVisit(manifest: Manifest): string[] {
  const own = new Set(filesOf(manifest, VISIT.key)).difference(new Set(filesOf(manifest, ENTRY)))
  const sum = [...own].reduce((total, file) => total + sizeOf(file), 0)
  return sum > VISIT.bytes ? [`the page of a visit weighs ${sum} bytes, not ${VISIT.bytes}`] : []
}

/** The file of a chunk, by its key or name, and the files of its static imports. */
function filesOf(manifest: Manifest, key: string): string[] {
  const chunk = manifest[key] ?? Object.values(manifest).find(({ name }) => name === key)
  if (!chunk) throw new Error(`The build knows no ${key}`)
  return [chunk.file, ...(chunk.imports ?? []).flatMap((needed) => filesOf(manifest, needed))]
}

function sizeOf(file: string): number {
  return statSync(join(client, `${file}.br`)).size
}
