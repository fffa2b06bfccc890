import type { ItemState } from '#contract/checklist-rules.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import type { Stage } from '#contract/visit-rules.ts'
import type { Refusal } from '#web/api/client.ts'
import { randomKey } from '#web/api/random-key.ts'
import { userStorage } from '#web/session/user-storage.ts'

type Waiting = {
  key: string
  booking: string
  /** When the button was pressed, by the clock of this phone, ISO 8601. */
  at: string
  note?: string
  /** The server refused it. It stops the later ones of its visit until Retry or Delete. */
  refused?: RefusalCode
  detail?: string
}

/** A stage that the server does not have yet. The field names are stored in localStorage: do not rename them. */
export type StagePress = Waiting & { stage: Stage; eta?: number }

/** The same for an item of the checklist. Without `note` the note stays. */
export type ItemPress = Waiting & { item: string; state: ItemState }

export type Press = StagePress | ItemPress

type Added<One> = One extends unknown ? Omit<One, 'key' | 'at'> : never

const EMPTY: readonly Press[] = []
const listeners = new Set<() => void>()
let presses = EMPTY
let currentUserId: string | undefined

const storageOf = (userId: string) =>
  userStorage<{ presses: Press[] }>(userId, 'presses', 'browser')

/**
 * What a professional pressed at visits, stages and tasks, and the server has not confirmed, oldest first. A store for
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
  add(press: Added<Press>): void {
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
