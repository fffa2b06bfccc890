import { DELETED_USER } from '#contract/product.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { Conversation } from './messaging.api.ts'

type Other = Pick<Conversation, 'other_user_name'>

/** The other side has deleted her account. */
export function isGone({ other_user_name: name }: Other): boolean {
  return name === DELETED_USER
}

/** The other side's name, or in the reader's language that there is nobody any more. */
export function useOtherName(other: Other | undefined): string {
  const { t } = useTranslation('messaging')
  if (!other) return t('conversation')
  return isGone(other) ? t('gone') : other.other_user_name
}
