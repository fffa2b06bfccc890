import { useEffect, useState } from 'react'
import type { AccessValues } from '#contract/access.ts'

const SHOWN_MS = 120_000

/** Values that leave the memory with the screen, when it is hidden, or after two minutes. rule: access-view */
export function useShownValues() {
  const [values, setValues] = useState<AccessValues>()
  useEffect(() => {
    if (!values) return undefined
    const hide = () => setValues(undefined)
    const hideIfHidden = () => {
      if (document.visibilityState === 'hidden') hide()
    }
    const timer = setTimeout(hide, SHOWN_MS)
    document.addEventListener('visibilitychange', hideIfHidden)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', hideIfHidden)
    }
  }, [values])
  return { values, show: setValues, hide: () => setValues(undefined) }
}
