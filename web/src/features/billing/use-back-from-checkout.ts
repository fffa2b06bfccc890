import { useEffect, useEffectEvent } from 'react'

/** Calls `onBack` when the browser's Back brings this very page again after it led to a payment: its button is free again. */
export function useBackFromCheckout(onBack: () => void): void {
  const back = useEffectEvent(onBack)
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => persisted && back()
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [])
}
