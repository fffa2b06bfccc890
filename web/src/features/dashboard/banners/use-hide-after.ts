import { useEffect, useEffectEvent } from 'react'

/** Calls `hide` once, so many milliseconds after the banner appeared. */
export function useHideAfter(milliseconds: number, hide: () => void): void {
  const onTime = useEffectEvent(hide)
  useEffect(() => {
    const timer = setTimeout(onTime, milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
}
