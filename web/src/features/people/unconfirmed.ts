import { Refusal } from '#web/api/client.ts'

/** Whether a call was refused because the session is not confirmed. rule: confirmation */
export function isUnconfirmed(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'confirm_first'
}
