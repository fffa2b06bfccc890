import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES } from '#contract/product.ts'

/**
 * The limits for the first view of a screen, in bytes of scripts and styles after brotli compression. The page contains
 * its translations; here the file with the same translations counts for them. rule: home-weight
 */
const LIMITS = {
  home: { bytes: 115_000, chunks: [], translations: ['home'] },
  'search results, profiles and cities': {
    bytes: 130_000,
    chunks: ['public'],
    translations: ['home', 'public'],
  },
}

const ENTRY = 'web/src/entries/entry-client.tsx'

/**
 * The scripts of parts that load later, without those of the first view of every page (`ENTRY`) and of `within`, where
 * the part appears. rule: visit-weight, slot-picker
 */
const LATER = {
  'the page of a visit': { key: 'web/src/views/visits.tsx', within: ENTRY, bytes: 40_000 },
  'the picker of free times': {
    key: 'web/src/features/bookings/slot-picker.tsx',
    within: 'web/src/features/bookings/book-dialog.tsx',
    bytes: 12_000,
  },
}

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
  return [...first, ...overweightLater(manifest)]
}

function overweightLater(manifest: Manifest): string[] {
  return Object.entries(LATER).flatMap(([part, { key, within, bytes }]) => {
    const before = new Set([ENTRY, within].flatMap((other) => filesOf(manifest, other)))
    const own = new Set(filesOf(manifest, key)).difference(before)
    const sum = [...own].reduce((total, file) => total + sizeOf(file), 0)
    return sum > bytes ? [`${part} weighs ${sum} bytes, not ${bytes}`] : []
  })
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
