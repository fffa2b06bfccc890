import { useSyncExternalStore } from 'react'

/** Whether the browser says that it has a connection. True on the server. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribeToNetwork, isBrowserOnline, () => true)
}

const isBrowserOnline = () => navigator.onLine

function subscribeToNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
