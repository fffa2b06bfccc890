import type { ItemState, Moment } from '#contract/visits/checklist-rules.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import type { Stage } from '#contract/visits/visit-rules.ts'
import type { Refusal } from '#web/api/client.ts'
import { randomKey } from '#web/api/random-key.ts'
import { deleteUserFile, readUserFile, saveUserFile } from '#web/session/user-files.ts'
import { loadWithEarly, userStorage } from '#web/session/user-storage.ts'
import { pressedNow } from '#web/features/bookings/one/press-age.ts'
import type { Pressed } from '#web/features/bookings/one/press-age.ts'

type Waiting = Pressed & {
  /** The Idempotency-Key of the press. */
  key: string
  booking: string
  /** Set if the press was sent at least once, so the server may have it although no answer came. */
  tried?: true
  /** The server's refusal of the press. It stops later presses of the visit until Retry or Delete. */
  refused?: RefusalCode
  detail?: string
}

/** A stage that the server does not have yet. The field names are stored in localStorage: do not rename them. */
export type StagePress = Waiting & {
  stage: Stage
  eta?: number
  /** Minutes of a finished visit, if the professional chose them. */
  actual?: number
  note?: string
}

/** Takes a stage back that the server may already have. */
export type UndoPress = Waiting & { undo: Stage }

/** A press at an item of the checklist. Without `note`, the saved note stays. */
export type ItemPress = Waiting & { item: string; state: ItemState; note?: string }

/** A photo; `photo` is its name among the user's stored files. */
export type PhotoPress = Waiting & { photo: string; moment: Moment }

export type Press = StagePress | UndoPress | ItemPress | PhotoPress

/** The last change of the ETA of a visit. */
export type EtaChange = {
  booking: string
  /** The minutes before it; absent if there were none, or if it was taken back. */
  from?: number
}

type Stored = { presses: Press[]; etaChanges: EtaChange[] }

type Added<One> = One extends unknown ? Omit<One, 'key' | keyof Pressed> : never

const EMPTY: readonly Press[] = []
const NO_CHANGES: readonly EtaChange[] = []
/** The number of visits whose change of the ETA is remembered. */
const ETA_CHANGES_MAX = 20
const listeners = new Set<() => void>()
let presses = EMPTY
let etaChanges = NO_CHANGES
let currentUserId: string | undefined
/** The photos of this page, also where the browser cannot store files. */
const pictures = new Map<string, Blob>()

const storageOf = (userId: string) => userStorage<Stored>(userId, 'presses', 'browser')

/**
 * The presses of a professional at visits that the server has not confirmed, oldest first: stages, tasks and photos. A
 * store for useSyncExternalStore, saved in localStorage until logout. rule: press-queue
 */
export const pressQueue = {
  /** Loads the stored presses of this user, if they are not loaded yet. A press of before, on this page, stays. */
  loadFor(userId: string): void {
    if (currentUserId === userId) return
    if (currentUserId !== undefined) return load(userId)
    loadWithEarly({ entries: () => presses, load: () => load(userId), save })
    for (const [photo, picture] of pictures)
      void saveUserFile(userId, photo, picture).catch(() => {})
  },
  close(): void {
    currentUserId = undefined
    pictures.clear()
    etaChanges = NO_CHANGES
    setPresses(EMPTY)
  },
  current: (): readonly Press[] => presses,
  /** The last change of the ETA of each visit, until its next stage is pressed. Saved like the presses. */
  currentEtaChanges: (): readonly EtaChange[] => etaChanges,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  add(press: Added<Press>): void {
    if ('stage' in press) etaChanges = etaChanges.filter(({ booking }) => booking !== press.booking)
    save([...presses, { ...press, key: randomKey(), ...pressedNow() }])
  },
  /** Says other minutes for the way. `from`: the minutes before, which 'Undo' says again. rule: visit-stages */
  changeEta(booking: string, eta: number, from: number | undefined): void {
    pressQueue.add({ booking, stage: 'on_my_way', eta })
    setEtaChange({ booking, ...(from === undefined ? {} : { from }) })
  },
  /** Takes the last change of the ETA back: a press that was never sent, or else by saying the minutes before again. */
  undoEta(booking: string, change: { press: StagePress } | { eta: number }): void {
    if ('press' in change) {
      const press = presses.find(({ key }) => key === change.press.key)
      // It was sent meanwhile: 'Undo' now says the minutes before.
      if (!press || (press.tried && !press.refused)) return
      pressQueue.remove(change.press.key)
    } else {
      pressQueue.add({ booking, stage: 'on_my_way', eta: change.eta })
    }
    // The stage stays, also when 'Undo' is pressed again.
    setEtaChange({ booking })
  },
  /** Adds a photo. It is stored too, if the browser can store files. */
  addPhoto(booking: string, moment: Moment, picture: Blob): void {
    const photo = randomKey()
    pictures.set(photo, picture)
    if (currentUserId) void saveUserFile(currentUserId, photo, picture).catch(() => {})
    pressQueue.add({ booking, photo, moment })
  },
  /** The oldest press whose visit is neither stopped by a refused press nor waiting for a retry. */
  next: (waiting: ReadonlySet<string>): Press | undefined => {
    const stopped = new Set(waiting)
    for (const { refused, booking } of presses) if (refused) stopped.add(booking)
    return presses.find(({ booking }) => !stopped.has(booking))
  },
  markTried(key: string): void {
    save(presses.map((press) => (press.key === key ? { ...press, tried: true } : press)))
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
  /**
   * Takes a stage back. One that was never sent leaves the queue; for any other the server is asked to take it back,
   * because it may have it. A stage that the server does not have is harmless there.
   */
  takeBack({ key, booking, stage }: StagePress): void {
    const press = presses.find((one) => one.key === key)
    if (!press?.tried || press.refused) return pressQueue.remove(key)
    const undo: UndoPress = { undo: stage, booking, key: randomKey(), ...pressedNow() }
    save(presses.map((one) => (one.key === key ? undo : one)))
  },
  remove(key: string): void {
    const removed = presses.find((press) => press.key === key)
    if (removed && 'photo' in removed) {
      pictures.delete(removed.photo)
      if (currentUserId) void deleteUserFile(currentUserId, removed.photo)
    }
    save(presses.filter((press) => press !== removed))
  },
}

/** The photo of a press; undefined if this browser no longer has it. */
export async function pictureOf({ photo }: Pick<PhotoPress, 'photo'>): Promise<Blob | undefined> {
  // The stored copy first: a phone may revoke access to a file of another app after a while.
  const stored = currentUserId === undefined ? undefined : await readUserFile(currentUserId, photo)
  return stored ?? pictures.get(photo)
}

/** Loads the queue again whenever another tab of this user changes it. Returns how to stop. */
export function followPressesOfOtherTabs(userId: string): () => void {
  return storageOf(userId).follow(() => load(userId))
}

function load(userId: string): void {
  currentUserId = userId
  const stored = storageOf(userId).read()
  etaChanges = stored.etaChanges ?? NO_CHANGES
  setPresses(stored.presses ?? EMPTY)
}

function setEtaChange(change: EtaChange): void {
  const others = etaChanges.filter(({ booking }) => booking !== change.booking)
  etaChanges = [...others, change].slice(-ETA_CHANGES_MAX)
  save(presses)
}

function save(next: readonly Press[]): void {
  setPresses(next)
  if (currentUserId) {
    storageOf(currentUserId).write({ presses: [...next], etaChanges: [...etaChanges] })
  }
}

function setPresses(next: readonly Press[]): void {
  presses = next
  for (const listener of listeners) listener()
}
