import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const ENTRY = 'web/src/entries/entry-client.tsx'

/**
 * The scripts of parts that load later, without those of the first view of every page (`ENTRY`) and of `within`, where
 * the part appears. rule: first-view, slot-picker
 */
const LATER = {
  'the page of a visit': { key: 'web/src/views/visits/visits.tsx', within: ENTRY, bytes: 41_000 },
  'the picker of free times': {
    key: 'web/src/features/bookings/times/slot-picker.tsx',
    within: 'web/src/features/bookings/dialog/book-dialog.tsx',
    bytes: 12_000,
  },
}

type Manifest = Record<string, { file: string; name?: string; imports?: string[] }>

const client = join(import.meta.dirname, '../../web/dist/client')

/**
 * The bytes of a page's first view after brotli compression: the scripts and styles that it names, and the translations
 * that it contains. rule: first-view
 */
export function firstViewBytes(html: string): number {
  const [, state = '{}'] = / id="state">([^<]*)/.exec(html) ?? []
  const { translations } = JSON.parse(state) as { translations?: object }
  const files = new Set([...html.matchAll(/assets\/[^"\s]+\.(?:js|css)/g)].map(([file]) => file))
  const texts = brotliCompressSync(JSON.stringify(translations ?? {})).length
  return texts + [...files].reduce((total, file) => total + sizeOf(file), 0)
}

/** One line of text for each part that loads later and is above its limit. */
export function overweightParts(): string[] {
  const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8')) as Manifest
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
