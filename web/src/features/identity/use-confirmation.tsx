import { useState } from 'react'
import type { ReactNode } from 'react'
import ConfirmDialog from './confirm-dialog.tsx'
import { isUnconfirmed } from './unconfirmed.ts'

type Confirmation = {
  /**
   * Runs an action. If it is refused with 'confirm_first', the dialog asks, and the action runs again. Undefined if the
   * person closed the dialog.
   */
  confirmFirst: <Result>(action: () => Promise<Result>) => Promise<Result | undefined>
  /** The dialog, while it is open. */
  dialog: ReactNode
}

/** Asks for a confirmation when a call needs one. rule: confirm-dialog */
export function useConfirmation(): Confirmation {
  const [answer, setAnswer] = useState<{ with: (isConfirmed: boolean) => void }>()
  const ask = () =>
    new Promise<boolean>((resolve) => {
      setAnswer({
        with: (isConfirmed) => {
          setAnswer(undefined)
          resolve(isConfirmed)
        },
      })
    })
  return {
    async confirmFirst(action) {
      try {
        return await action()
      } catch (error) {
        if (!isUnconfirmed(error)) throw error
        return (await ask()) ? action() : undefined
      }
    },
    dialog: answer && (
      <ConfirmDialog onConfirmed={() => answer.with(true)} onClose={() => answer.with(false)} />
    ),
  }
}
