const PREFIX = 'lustra.kept.'

/** A place in this tab for what one person has begun and not finished; gone when she logs out or somebody else logs in. */
export function keptFor<Kept extends object>(userId: string, what: string) {
  const key = `${PREFIX}${userId}.${what}`
  return {
    read(): Partial<Kept> {
      try {
        return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Kept>
      } catch {
        return {}
      }
    },
    write(kept: Partial<Kept>): void {
      try {
        sessionStorage.setItem(key, JSON.stringify(kept))
      } catch {
        // A browser that keeps nothing still works.
      }
    },
    clear(): void {
      forget((candidate) => candidate === key)
    },
  }
}

/** Forgets what is kept for everybody, or for everybody but one. */
export function forgetKept(exceptFor?: string): void {
  const hers = exceptFor && `${PREFIX}${exceptFor}.`
  forget((key) => key.startsWith(PREFIX) && !(hers && key.startsWith(hers)))
}

function forget(which: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(sessionStorage).filter(which)) sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
