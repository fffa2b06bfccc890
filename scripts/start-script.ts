import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { minify, transformWithOxc } from 'vite'

export const START_SCRIPT_SOURCE = join(import.meta.dirname, '../web/src/entries/start-script.ts')
/** The built script in `web/dist/client`, read by the server (server/src/pages/pages.ts). */
export const START_SCRIPT_FILE = '.vite/start-script.json'

/** The inline script of each page: its minified code, and its hash as the content security policy names it. */
export type StartScript = { code: string; hash: string }

export async function buildStartScript(): Promise<StartScript> {
  const source = await readFile(START_SCRIPT_SOURCE, 'utf8')
  const { code: javascript } = await transformWithOxc(source, START_SCRIPT_SOURCE)
  const { code, errors } = await minify('start-script.js', javascript, { module: false })
  if (errors.length > 0) throw new Error(`start-script.ts: ${JSON.stringify(errors)}`)
  return { code, hash: `sha256-${createHash('sha256').update(code).digest('base64')}` }
}
