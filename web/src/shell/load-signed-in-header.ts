import { loadSurely } from '#web/loading/import-with-retries.ts'
import { settled } from '#web/loading/promise-status.ts'

/** The key of its chunk in the build's manifest. */
export const INSIDE_FILE = 'web/src/shell/signed-in-header.tsx'

const load = () => import('./signed-in-header.tsx')
let loading: ReturnType<typeof load> | undefined

/** The header's part for people signed in, which nobody else fetches. */
export function loadInside(): ReturnType<typeof load> {
  loading ??= settled(loadSurely(load))
  return loading
}
