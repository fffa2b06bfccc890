import { useEffect, useState } from 'react'

const EVERY_MS = 30_000

/** The present moment, read again every 30 seconds, for what a screen shows from or until a certain time. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
