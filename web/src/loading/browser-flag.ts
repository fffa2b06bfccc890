const STORAGES = { browser: () => localStorage, tab: () => sessionStorage }

/** Whether a flag is set in this browser, or in this tab; never where nothing can be stored. */
export function hasFlag(key: string, keptIn: keyof typeof STORAGES = 'browser'): boolean {
  try {
    return STORAGES[keptIn]().getItem(key) !== null
  } catch {
    return false
  }
}

/** Sets a flag of this browser, or of this tab. Where nothing can be stored, it stays unset. */
export function setFlag(key: string, keptIn: keyof typeof STORAGES = 'browser'): void {
  try {
    STORAGES[keptIn]().setItem(key, '1')
  } catch {
    // The caller does without it.
  }
}

export function removeFlag(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // It was not set.
  }
}
