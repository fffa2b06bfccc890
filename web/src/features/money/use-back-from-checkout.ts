import { useEffect, useEffectEvent } from 'react'

/**
 * Calls `onBack` when the browser restores this page from its back/forward cache after a checkout, to enable the button
 * again.
 */
export function useBackFromCheckout(onBack: () => void): void {
  const back = useEffectEvent(onBack)
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => persisted && back()
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [])
}
