import { useTranslation } from '#web/i18n/use-translation.ts'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

/** Replaces the form if the address has no secret: some mail programs cut it off. rule: secret-addresses */
export function IncompleteLink() {
  const { t } = useTranslation(['identity', 'errors'])
  return (
    <>
      <MessageBox tone="problem">{t('errors:invalid_verification_token')}</MessageBox>
      <TextLink href="/forgot-password">{t('ask_for_link')}</TextLink>
    </>
  )
}
