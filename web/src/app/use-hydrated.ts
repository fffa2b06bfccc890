import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and in the browser's first paint, which has to equal the server's; true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
