import { useSyncExternalStore } from 'react'

/** Whether the server can be reached, and whether a new version is ready. */
type Status = { isOffline: boolean; hasNewVersion: boolean }

const listeners = new Set<() => void>()
let status: Status = { isOffline: false, hasNewVersion: false }

export const currentStatus = (): Status => status

export const useConnectionStatus = (): Status =>
  useSyncExternalStore(subscribe, currentStatus, currentStatus)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function changeStatus(change: Partial<Status>): void {
  const next = { ...status, ...change }
  if (next.isOffline === status.isOffline && next.hasNewVersion === status.hasNewVersion) return
  status = next
  for (const listener of listeners) listener()
}
