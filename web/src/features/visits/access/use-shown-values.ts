import { useEffect, useState } from 'react'
import type { AccessValues } from '#contract/visits/access.ts'

const SHOWN_MS = 120_000

/** Values that leave the memory with the screen, when it is hidden, or after two minutes. rule: access-details */
export function useShownValues() {
  const [values, setValues] = useState<AccessValues>()
  useEffect(() => (values ? hideSoon(() => setValues(undefined)) : undefined), [values])
  return { values, show: setValues, hide: () => setValues(undefined) }
}

/** Calls `hide` after two minutes, and when the page is hidden. Returns how to stop. */
export function hideSoon(hide: () => void, page: Document = document): () => void {
  const hideIfHidden = () => {
    if (page.visibilityState === 'hidden') hide()
  }
  const timer = setTimeout(hide, SHOWN_MS)
  page.addEventListener('visibilitychange', hideIfHidden)
  return () => {
    clearTimeout(timer)
    page.removeEventListener('visibilitychange', hideIfHidden)
  }
}
