import { useMutation } from '@tanstack/react-query'
import { useApi } from '#web/api/use-api.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { MessageBox } from '#web/ui/message-box.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

/**
 * `token` is from the link in the letter; some mail programs cut it off. Nothing changes before the button is pressed.
 * rule: verify-email-screen
 */
export function VerifyEmail({ token }: { token: string | undefined }) {
  const { t } = useTranslation(['identity', 'errors'])
  const api = useApi()
  const refusalText = useRefusalText()
  const verify = useMutation({
    mutationFn: (sent: string) =>
      api.call('POST /api/auth/verify-email', { body: { token: sent } }),
  })
  if (verify.isSuccess) {
    return <MessageBox tone="success">{t('verify_email.done')}</MessageBox>
  }
  const problem =
    token === undefined
      ? t('errors:invalid_verification_token')
      : verify.error && refusalText(verify.error)
  return (
    <>
      {problem && <MessageBox tone="problem">{problem}</MessageBox>}
      {token !== undefined && (
        <Button wide busy={verify.isPending} onClick={() => verify.mutate(token)}>
          {verify.isPending ? t('verify_email.busy') : t('verify_email.submit')}
        </Button>
      )}
      {problem && <TextLink href="/settings">{t('verify_email.ask')}</TextLink>}
    </>
  )
}
