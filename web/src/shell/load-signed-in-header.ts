import { importWithRetries } from '#web/loading/import-with-retries.ts'
import { withStatus } from '#web/loading/promise-status.ts'

/** The key of its chunk in the build's manifest. */
export const SIGNED_IN_HEADER_FILE = 'web/src/shell/signed-in-header.tsx'

const load = () => import('./signed-in-header.tsx')
let loading: ReturnType<typeof load> | undefined

/** Loads the header's part for signed-in users. Visitors never load it. */
export function loadSignedInHeader(): ReturnType<typeof load> {
  loading ??= withStatus(importWithRetries(load))
  return loading
}
