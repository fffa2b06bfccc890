import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KEEP_FACTORS } from '#contract/letter-link.ts'
import { useApi } from '#web/api/use-api.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useClearSession } from '#web/session/log-out.ts'
import { meQuery, useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { MessageBox } from '#web/ui/message-box.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

/** Whether a letter's secret keeps factors; all others take back a sign-in. rule: factor-removal */
export const keepsFactors = (token: string | undefined) => token?.startsWith(KEEP_FACTORS) ?? false

/** `token` is from the link in the letter. Nothing changes before the button is pressed. rule: not-me-screen */
export function NotMe({ token }: { token: string }) {
  const { t } = useTranslation('identity')
  const api = useApi()
  const queryClient = useQueryClient()
  const clearSession = useClearSession()
  const refusalText = useRefusalText()
  const user = useUser()
  const keeps = keepsFactors(token)
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
        <MessageBox tone="success">{t(keeps ? 'keep_factors.done' : 'not_me.done')}</MessageBox>
      ) : (
        <>
          {undo.error && <MessageBox tone="problem">{refusalText(undo.error)}</MessageBox>}
          <Button wide busy={undo.isPending} onClick={() => undo.mutate()}>
            {undo.isPending
              ? t(keeps ? 'keep_factors.busy' : 'not_me.busy')
              : t(keeps ? 'keep_factors.submit' : 'not_me.submit')}
          </Button>
        </>
      )}
      <TextLink href="/forgot-password">{t('ask_for_link')}</TextLink>
    </>
  )
}
