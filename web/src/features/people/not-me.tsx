import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KEEP_EMAIL, KEEP_FACTORS } from '#contract/account/letter-link.ts'
import { Refusal } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useClearSession } from '#web/session/log-out.ts'
import { meQuery, useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

/**
 * The texts of a letter's secret: it keeps factors, takes back another email address, or takes back a sign-in.
 * rule: factor-removal, email-change, not-me
 */
export function textsOf(token: string | undefined) {
  if (token?.startsWith(KEEP_FACTORS)) return KEEP_FACTORS_TEXTS
  return token?.startsWith(KEEP_EMAIL)
    ? ({ ...NOT_ME_TEXTS, intro: 'not_me.email_intro' } as const)
    : NOT_ME_TEXTS
}

const NOT_ME_TEXTS = {
  title: 'not_me.title',
  intro: 'not_me.intro',
  submit: 'not_me.submit',
  busy: 'not_me.busy',
  done: 'not_me.done',
} as const
const KEEP_FACTORS_TEXTS = {
  title: 'keep_factors.title',
  intro: 'keep_factors.intro',
  submit: 'keep_factors.submit',
  busy: 'keep_factors.busy',
  done: 'keep_factors.done',
} as const

/** `token` is from the link in the letter. Nothing changes before the button is pressed. rule: not-me */
export function NotMe({ token }: { token: string }) {
  const { t } = useTranslation('identity')
  const api = useApi()
  const queryClient = useQueryClient()
  const clearSession = useClearSession()
  const refusalText = useRefusalText()
  const user = useUser()
  const texts = textsOf(token)
  const undo = useMutation({
    mutationFn: () => api.call('POST /api/auth/not-me', { body: { token } }),
    onSuccess: async () => {
      // This browser can be one of those that were signed out.
      if (!user) return
      const me = await queryClient.fetchQuery({ ...meQuery(api), staleTime: 0 })
      if (!me) clearSession()
    },
  })
  const hasExpired =
    undo.error instanceof Refusal && undo.error.code === 'invalid_verification_token'
  return (
    <>
      {undo.isSuccess ? (
        <MessageBox tone="success">
          {undo.data.address ? t('not_me.email_done', { email: undo.data.address }) : t(texts.done)}
        </MessageBox>
      ) : (
        <>
          {undo.error && <MessageBox tone="problem">{refusalText(undo.error)}</MessageBox>}
          {!hasExpired && (
            <Button wide busy={undo.isPending} onClick={() => undo.mutate()}>
              {t(undo.isPending ? texts.busy : texts.submit)}
            </Button>
          )}
        </>
      )}
      <TextLink href="/forgot-password">{t('ask_for_link')}</TextLink>
    </>
  )
}
