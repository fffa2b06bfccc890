import { displayName, firstNameOf } from '#contract/people/display-name.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { Conversation } from './messaging.api.ts'

/**
 * The other side's name: of a professional the public one, of a deleted account what the reader's language says.
 * rules: conversation-list, profile-content, account-deletion
 */
export function useOtherName(
  other: Pick<Conversation, 'other_user_name' | 'professional_profile' | 'deleted'> | undefined,
): string {
  const { t } = useTranslation('messaging')
  if (!other) return t('conversation')
  if (other.deleted) return t('gone')
  const profile = other.professional_profile
  return profile ? displayName(profile.full_name) : other.other_user_name
}

/** How sentences name the other person. Headings have `useOtherName`. rule: conversation-list */
export function useOtherFirstName(other: Conversation): string {
  const { t } = useTranslation('messaging')
  if (other.deleted) return t('gone')
  return firstNameOf(other.professional_profile?.full_name ?? other.other_user_name)
}
