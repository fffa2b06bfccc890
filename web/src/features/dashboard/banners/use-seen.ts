import { useState } from 'react'

/** What is told once to each person on this browser (professional spec 9, local storage). */
type Flag = 'profile-seen' | 'verification-seen'

export type Seen = { has(flag: Flag): boolean; keep(flag: Flag): void }

/** The flags of one person; a browser that keeps nothing remembers them until the screen is left. */
export function useSeen(userId: string): Seen {
  const place = (flag: Flag) => `lustra.${flag}.${userId}`
  const [kept, setKept] = useState<readonly string[]>([])
  return {
    has: (flag) => kept.includes(place(flag)) || read(place(flag)),
    keep(flag) {
      write(place(flag))
      setKept((before) => [...before, place(flag)])
    },
  }
}

function read(place: string): boolean {
  try {
    return localStorage.getItem(place) !== null
  } catch {
    return false
  }
}

function write(place: string): void {
  try {
    localStorage.setItem(place, '1')
  } catch {
    // Told again the next time, then.
  }
}
