import { useTranslation } from '#web/i18n/use-translation.ts'
import type { Conversation } from './messaging.api.ts'

/** The other side's name; of a deleted account the reader's language says so. rule: deleted-account */
export function useOtherName(
  other: Pick<Conversation, 'other_user_name' | 'deleted'> | undefined,
): string {
  const { t } = useTranslation('messaging')
  if (!other) return t('conversation')
  return other.deleted ? t('gone') : other.other_user_name
}
