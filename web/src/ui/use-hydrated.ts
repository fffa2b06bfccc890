import { useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'

const never = () => () => {}

/** `sent` on the server and in the browser's first paint, which has to equal the server's; `now` from then on. Where they are the same nothing is drawn again. */
export function useServerValue<Value>(sent: Value, now: Value): Value {
  return useSyncExternalStore(
    never,
    () => now,
    () => sent,
  )
}

/** False on the server and in the browser's first paint; true from then on. */
export function useHydrated(): boolean {
  return useServerValue(false, true)
}

/** What the server's page is without. What stands around it is not drawn again when it comes. */
export function HydratedOnly({ children }: { children: ReactNode }) {
  return useHydrated() && children
}
