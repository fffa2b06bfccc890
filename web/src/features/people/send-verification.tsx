import { useMutation } from '@tanstack/react-query'
import type { User } from '#contract/people/identity.ts'
import { useApi } from '#web/api/use-api.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'

/** 'Send the code', and then where it was sent. rule: email-verification */
export function SendVerification({ user: { id, email } }: { user: Pick<User, 'id' | 'email'> }) {
  const { t } = useTranslation('identity')
  const api = useApi()
  const refusalText = useRefusalText()
  const send = useMutation({
    mutationFn: () => api.call('POST /api/users/{id}/email-verification', { params: { id } }),
  })
  return (
    <div className="flex flex-col items-start gap-2">
      {!send.isSuccess && (
        <Button look="quiet" busy={send.isPending} onClick={() => send.mutate()}>
          {t('verify_email.send')}
        </Button>
      )}
      <p role="status" className="wrap-anywhere">
        {send.error && refusalText(send.error)}
        {send.data &&
          ('sent' in send.data ? t('verify_email.sent', { email }) : t('verify_email.done'))}
      </p>
    </div>
  )
}
