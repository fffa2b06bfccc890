import { useSyncExternalStore } from 'react'

const wide = () => window.matchMedia('(width >= 48rem)')

function subscribe(listener: () => void): () => void {
  const query = wide()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the window has room for two panes. False on the server and during hydration. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => wide().matches,
    () => false,
  )
}
