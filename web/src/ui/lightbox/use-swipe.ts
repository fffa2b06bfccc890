import { useRef } from 'react'
import type { TouchEvent } from 'react'

const SWIPE_MIN_PX = 40

/**
 * Handlers for a touch screen: one finger to the left calls `step(1)`, to the right `step(-1)`; not while the picture
 * is zoomed.
 */
export function useSwipe(step: (by: 1 | -1) => void) {
  const from = useRef<{ x: number; y: number } | undefined>(undefined)
  return {
    onTouchStart({ touches }: TouchEvent) {
      const finger = touches[0]
      const zoomed = (window.visualViewport?.scale ?? 1) > 1
      from.current =
        finger && touches.length === 1 && !zoomed
          ? { x: finger.clientX, y: finger.clientY }
          : undefined
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const finger = changedTouches[0]
      if (!from.current || !finger) return
      const right = finger.clientX - from.current.x
      const down = finger.clientY - from.current.y
      from.current = undefined
      if (Math.abs(right) >= SWIPE_MIN_PX && Math.abs(right) > Math.abs(down))
        step(right < 0 ? 1 : -1)
    },
  }
}
