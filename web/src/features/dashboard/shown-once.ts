import { useEffect, useEffectEvent, useState } from 'react'

/** Banners that each user sees once in this browser. The names are stored. rule: banner-shown-once */
type Flag = 'profile-seen' | 'verification-seen'

type ShownOnce = { has(flag: Flag): boolean; add(flag: Flag): void }

/** The flags of one user. Without local storage they last until the user leaves the screen. */
export function useShownOnce(userId: string): ShownOnce {
  const storageKey = (flag: Flag) => `lustra.${flag}.${userId}`
  const [addedKeys, setAddedKeys] = useState<readonly string[]>([])
  return {
    has: (flag) => addedKeys.includes(storageKey(flag)) || isStored(storageKey(flag)),
    add(flag) {
      store(storageKey(flag))
      setAddedKeys((before) => [...before, storageKey(flag)])
    },
  }
}

function isStored(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

function store(key: string): void {
  try {
    localStorage.setItem(key, '1')
  } catch {
    // Without storage the banner is shown again next time.
  }
}

/** Calls `hide` once, `milliseconds` after the banner appeared. */
export function useHideAfter(milliseconds: number, hide: () => void): void {
  const onTimeout = useEffectEvent(hide)
  useEffect(() => {
    const timer = setTimeout(onTimeout, milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
}
