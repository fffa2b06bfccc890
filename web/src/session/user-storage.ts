// The name in the browser stays, so that data of earlier versions is found and deleted.
const KEY_PREFIX = 'lustra.kept.'
const STORAGES = { tab: () => sessionStorage, browser: () => localStorage }

/**
 * Stores unfinished work of one user in this tab or this browser. It is deleted at logout and when another user signs
 * in. rule: user-storage
 */
export function userStorage<Data extends object>(
  userId: string,
  name: string,
  storageKind: keyof typeof STORAGES = 'tab',
) {
  const key = `${KEY_PREFIX}${userId}.${name}`
  const storage = STORAGES[storageKind]
  return {
    read(): Partial<Data> {
      try {
        return JSON.parse(storage().getItem(key) ?? '{}') as Partial<Data>
      } catch {
        return {}
      }
    },
    write(data: Partial<Data>): void {
      try {
        storage().setItem(key, JSON.stringify(data))
      } catch {
        // The app also works without storage.
      }
    },
    /** Calls `onChange` whenever another tab of this browser changes the data. Returns how to stop. */
    follow(onChange: () => void): () => void {
      const follow = ({ key: changed }: StorageEvent) => {
        if (changed === null || changed === key) onChange()
      }
      window.addEventListener('storage', follow)
      return () => window.removeEventListener('storage', follow)
    },
    clear(): void {
      removeKeys(storage, (candidate) => candidate === key)
    },
  }
}

type Queue<Entry> = {
  entries: () => readonly Entry[]
  load: () => void
  save: (entries: readonly Entry[]) => void
}

/**
 * Loads the stored entries of a queue whose user is known only now. Those that this page added before come after them
 * and are stored too. Returns these.
 */
export function loadWithEarly<Entry>({ entries, load, save }: Queue<Entry>): readonly Entry[] {
  const early = entries()
  load()
  if (early.length > 0) save([...entries(), ...early])
  return early
}

/** Deletes what is stored for all users, or for all but one. */
export function clearUserStorage(exceptFor?: string): void {
  const ownPrefix = exceptFor && `${KEY_PREFIX}${exceptFor}.`
  for (const storage of Object.values(STORAGES)) {
    removeKeys(
      storage,
      (key) => key.startsWith(KEY_PREFIX) && !(ownPrefix && key.startsWith(ownPrefix)),
    )
  }
}

function removeKeys(storage: () => Storage, isMatch: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(storage()).filter(isMatch)) storage().removeItem(key)
  } catch {
    // Without storage there is nothing to delete.
  }
}
