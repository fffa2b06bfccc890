import { useState } from 'react'
import type { ReactNode } from 'react'
import ConfirmDialog from './confirm-dialog.tsx'
import { isUnconfirmed } from './unconfirmed.ts'

type Confirmation = {
  /**
   * Runs an action. If it is refused with 'confirm_first', the dialog asks, and the action runs again. Undefined if the
   * person closed the dialog. `password`: the current one, if the person has typed it.
   */
  confirmFirst: <Result>(
    action: () => Promise<Result>,
    password?: string,
  ) => Promise<Result | undefined>
  /** The dialog, while it is open. */
  dialog: ReactNode
}

type Answer = { password: string | undefined; with: (isConfirmed: boolean) => void }

/** Asks for a confirmation when a call needs one. rule: confirmation */
export function useConfirmation(): Confirmation {
  const [answer, setAnswer] = useState<Answer>()
  const ask = (password?: string) =>
    new Promise<boolean>((resolve) => {
      setAnswer({
        password,
        with: (isConfirmed) => {
          setAnswer(undefined)
          resolve(isConfirmed)
        },
      })
    })
  return {
    async confirmFirst(action, password) {
      try {
        return await action()
      } catch (error) {
        if (!isUnconfirmed(error)) throw error
        return (await ask(password)) ? action() : undefined
      }
    },
    dialog: answer && (
      <ConfirmDialog
        {...(answer.password === undefined ? {} : { password: answer.password })}
        onConfirmed={() => answer.with(true)}
        onClose={() => answer.with(false)}
      />
    ),
  }
}
