import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { REFUSALS } from '#contract/refusals.ts'
import type { Complaint, RefusalCode } from '#contract/refusals.ts'
import { ConnectionLost, Refusal } from './api.ts'

type Errors = TFunction<'errors'>

/** What went wrong, in the reader's words: by the refusal's code, a lost connection, or else something unexpected. */
export function refusalText(t: Errors, error: unknown): string {
  if (error instanceof ConnectionLost) return t('connection_lost')
  return t(error instanceof Refusal && isCode(error.code) ? error.code : 'unexpected')
}

/** One complaint of a list (decision 8), by its code where it has one. */
export function complaintText(t: Errors, complaint: Complaint): string {
  const code = [complaint.type, complaint.msg].find(isCode) ?? codeOf(complaint.msg)
  return code ? t(code) : complaint.msg
}

/** `refusalText` in the current language. */
export function useRefusalText(): (error: unknown) => string {
  const { t } = useTranslation('errors')
  return (error) => refusalText(t, error)
}

const isCode = (text: string): text is RefusalCode => Object.hasOwn(REFUSALS, text)
const codeOf = (sentence: string) =>
  (Object.keys(REFUSALS) as RefusalCode[]).find((code) => REFUSALS[code].detail === sentence)
