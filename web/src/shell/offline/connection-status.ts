/** What the page knows of the way to the server, and of versions that wait. */
type Shell = { isOffline: boolean; hasNewVersion: boolean }

const listeners = new Set<() => void>()
let shell: Shell = { isOffline: false, hasNewVersion: false }

export const currentStatus = (): Shell => shell

export function subscribeToStatus(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function changeStatus(change: Partial<Shell>): void {
  const next = { ...shell, ...change }
  if (next.isOffline === shell.isOffline && next.hasNewVersion === shell.hasNewVersion) return
  shell = next
  for (const listener of listeners) listener()
}
