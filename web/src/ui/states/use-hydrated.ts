import { useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'

const never = () => () => {}

/**
 * `serverValue` on the server and during hydration, which must equal the server's markup; `browserValue` after it.
 * Equal values cause no render.
 */
export function useServerValue<Value>(serverValue: Value, browserValue: Value): Value {
  return useSyncExternalStore(
    never,
    () => browserValue,
    () => serverValue,
  )
}

/** False on the server and during hydration; true after it. */
export function useHydrated(): boolean {
  return useServerValue(false, true)
}

/** Content that only the browser renders, after hydration. Its parent does not render again. */
export function HydratedOnly({ children }: { children: ReactNode }) {
  return useHydrated() && children
}
