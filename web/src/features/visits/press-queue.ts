import type { RefusalCode } from '#contract/refusals.ts'
import type { Stage } from '#contract/visit-rules.ts'
import type { Refusal } from '#web/api/client.ts'
import { randomKey } from '#web/api/random-key.ts'
import { userStorage } from '#web/session/user-storage.ts'

/** A stage that the server does not have yet. The field names are stored in localStorage: do not rename them. */
export type Press = {
  key: string
  booking: string
  stage: Stage
  /** When the button was pressed, by the clock of this phone, ISO 8601. */
  at: string
  eta?: number
  note?: string
  /** The server refused it. It stops the later ones of its visit until Retry or Delete. */
  refused?: RefusalCode
  detail?: string
}

const EMPTY: readonly Press[] = []
const listeners = new Set<() => void>()
let presses = EMPTY
let currentUserId: string | undefined

const storageOf = (userId: string) =>
  userStorage<{ presses: Press[] }>(userId, 'presses', 'browser')

/**
 * The stages that a professional pressed and the server has not confirmed, oldest first. A store for
 * useSyncExternalStore, saved in localStorage until logout. rule: press-queue
 */
export const pressQueue = {
  loadFor(userId: string): void {
    if (currentUserId !== userId) load(userId)
  },
  close(): void {
    currentUserId = undefined
    setPresses(EMPTY)
  },
  current: (): readonly Press[] => presses,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  add(press: Omit<Press, 'key' | 'at'>): void {
    save([...presses, { ...press, key: randomKey(), at: new Date().toISOString() }])
  },
  /** The oldest press that no refused one of the same visit stops. */
  next: (): Press | undefined => {
    const stopped = new Set(presses.flatMap(({ refused, booking }) => (refused ? [booking] : [])))
    return presses.find(({ booking }) => !stopped.has(booking))
  },
  refuse(key: string, { code: refused, message: detail }: Pick<Refusal, 'code' | 'message'>): void {
    save(presses.map((press) => (press.key === key ? { ...press, refused, detail } : press)))
  },
  retry(key: string): void {
    save(
      presses.map((press) => {
        if (press.key !== key) return press
        const { refused: _, detail: __, ...queued } = press
        return queued
      }),
    )
  },
  remove(key: string): void {
    save(presses.filter((press) => press.key !== key))
  },
}

/** Loads the queue again whenever another tab of this user changes it. Returns how to stop. */
export function followPressesOfOtherTabs(userId: string): () => void {
  const follow = ({ key }: StorageEvent) => {
    if (key === null || key.endsWith('.presses')) load(userId)
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

function load(userId: string): void {
  currentUserId = userId
  setPresses(storageOf(userId).read().presses ?? EMPTY)
}

function save(next: readonly Press[]): void {
  setPresses(next)
  if (currentUserId) storageOf(currentUserId).write({ presses: [...next] })
}

function setPresses(next: readonly Press[]): void {
  presses = next
  for (const listener of listeners) listener()
}
