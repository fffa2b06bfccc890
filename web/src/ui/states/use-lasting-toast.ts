import { useEffect } from 'react'
import { toast } from './toast-store.ts'
import type { Tone } from './toast-store.ts'

/**
 * Shows a toast as long as the component is mounted, unless the reader dismisses it. It is for a message that comes and
 * goes by itself and must not move the page. rule: toasts
 */
export function useLastingToast(tone: Tone, text: string, title?: string): void {
  useEffect(() => {
    const id = toast.lasting(tone, text, title)
    return () => toast.dismiss(id)
  }, [tone, text, title])
}
