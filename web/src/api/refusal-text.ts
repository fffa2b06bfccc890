import type { TFunction } from '#web/i18n/translate.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { Complaint, RefusalCode } from '#contract/refusals.ts'
import { ConnectionLost, Refusal } from './client.ts'

type Errors = TFunction<'errors'>

/** What went wrong, in the reader's words: by the refusal's code, a lost connection, or else something unexpected. */
export function refusalText(t: Errors, error: unknown): string {
  if (error instanceof ConnectionLost) return t('connection_lost')
  // A newer server may know a code that this page does not.
  return error instanceof Refusal
    ? t(error.code, { defaultValue: t('unexpected') })
    : t('unexpected')
}

/** One complaint of a list (decision 8): `type` is its code; the server’s own sentence where we have none. */
export function complaintText(t: Errors, complaint: Complaint): string {
  return t(complaint.type as RefusalCode, { defaultValue: complaint.msg })
}

/** `refusalText` in the current language. */
export function useRefusalText(): (error: unknown) => string {
  const { t } = useTranslation('errors')
  return (error) => refusalText(t, error)
}
