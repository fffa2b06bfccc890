import { loadSurely } from './load-surely.ts'
import { settled } from './settled.ts'

/** The key of its chunk in the build's manifest. */
export const INSIDE_FILE = 'web/src/app/header-inside.tsx'

const load = () => import('./header-inside.tsx')
let loading: ReturnType<typeof load> | undefined

/** The header's part for people signed in, which nobody else fetches. */
export function loadInside(): ReturnType<typeof load> {
  loading ??= settled(loadSurely(load))
  return loading
}
