const PREFIX = 'lustra.kept.'
const PLACES = { tab: () => sessionStorage, browser: () => localStorage }

/** A place in this tab, or in this browser, for what one person has begun and not finished; gone when she logs out or somebody else logs in. */
export function userStorage<Kept extends object>(
  userId: string,
  what: string,
  where: keyof typeof PLACES = 'tab',
) {
  const key = `${PREFIX}${userId}.${what}`
  const storage = PLACES[where]
  return {
    read(): Partial<Kept> {
      try {
        return JSON.parse(storage().getItem(key) ?? '{}') as Partial<Kept>
      } catch {
        return {}
      }
    },
    write(kept: Partial<Kept>): void {
      try {
        storage().setItem(key, JSON.stringify(kept))
      } catch {
        // A browser that keeps nothing still works.
      }
    },
    clear(): void {
      forget(storage, (candidate) => candidate === key)
    },
  }
}

/** Forgets what is kept for everybody, or for everybody but one. */
export function clearUserStorage(exceptFor?: string): void {
  const hers = exceptFor && `${PREFIX}${exceptFor}.`
  for (const storage of Object.values(PLACES)) {
    forget(storage, (key) => key.startsWith(PREFIX) && !(hers && key.startsWith(hers)))
  }
}

function forget(storage: () => Storage, which: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(storage()).filter(which)) storage().removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
