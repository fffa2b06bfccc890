import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#web/api/use-api.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useClearSession } from '#web/session/log-out.ts'
import { meQuery, useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { MessageBox } from '#web/ui/message-box.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

/** `token` is from the link in the letter. Nothing changes before the button is pressed. rule: not-me-screen */
export function NotMe({ token }: { token: string }) {
  const { t } = useTranslation('identity')
  const api = useApi()
  const queryClient = useQueryClient()
  const clearSession = useClearSession()
  const refusalText = useRefusalText()
  const user = useUser()
  const undo = useMutation({
    mutationFn: () => api.call('POST /api/auth/not-me', { body: { token } }),
    onSuccess: async () => {
      // This browser can be one of those that were signed out.
      if (!user) return
      const me = await queryClient.fetchQuery({ ...meQuery(api), staleTime: 0 })
      if (!me) clearSession()
    },
  })
  return (
    <>
      {undo.isSuccess ? (
        <MessageBox tone="success">{t('not_me.done')}</MessageBox>
      ) : (
        <>
          {undo.error && <MessageBox tone="problem">{refusalText(undo.error)}</MessageBox>}
          <Button wide busy={undo.isPending} onClick={() => undo.mutate()}>
            {undo.isPending ? t('not_me.busy') : t('not_me.submit')}
          </Button>
        </>
      )}
      <TextLink href="/forgot-password">{t('ask_for_link')}</TextLink>
    </>
  )
}
