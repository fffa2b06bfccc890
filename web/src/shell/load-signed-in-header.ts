import { importWithRetries } from '#web/loading/import-with-retries.ts'
import { withStatus } from '#web/loading/promise-status.ts'
import { registered } from './registered-header.ts'

/** The name of its chunk in the build's manifest (vite.config.ts). */
export const SIGNED_IN_HEADER_CHUNK = 'visit'

const load = () =>
  importWithRetries(() => import('./signed-in-header.tsx')).then(
    () => registered as Required<typeof registered>,
  )
let loading: ReturnType<typeof load> | undefined

/** Loads the header's part for signed-in users. Visitors never load it. */
export function loadSignedInHeader(): ReturnType<typeof load> {
  loading ??= withStatus(load())
  return loading
}
