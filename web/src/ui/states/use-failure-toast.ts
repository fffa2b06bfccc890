import { useState } from 'react'
import { toast } from './toast-store.ts'

/**
 * The toast of an action that can be tried again: `show` when it failed, `clear` when it worked or begins again. So the
 * toast never contradicts the page. rule: toasts
 */
export function useFailureToast() {
  const [failure] = useState(createFailureToast)
  return failure
}

/** The toast of an action that can be tried again, for code outside of components. */
export function createFailureToast() {
  let id = 0
  return {
    show(text: string, mark?: string): void {
      toast.dismiss(id)
      id = toast.problem(text, mark)
    },
    clear: () => toast.dismiss(id),
  }
}
