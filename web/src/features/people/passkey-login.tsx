import { useMutation } from '@tanstack/react-query'
import type { Answer } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { anyPasskey, useHasPasskeys, usePasskeyText } from './passkeys.ts'

type PasskeyLoginProps = {
  onSignedIn: (answer: Answer<'POST /api/login/passkey'>) => void
}

/** Signs in with a passkey alone, where the browser can have one. rule: passkeys, login-answer */
export default function PasskeyLogin({ onSignedIn }: PasskeyLoginProps) {
  const { t } = useTranslation('security')
  const api = useApi()
  const failureText = usePasskeyText()
  const isShown = useHasPasskeys()
  const login = useMutation({
    mutationFn: async () =>
      api.call('POST /api/login/passkey', { body: { response: await anyPasskey(api) } }),
    onSuccess: onSignedIn,
  })
  if (!isShown) return null
  return (
    <div className="flex flex-col gap-4">
      {login.error && <MessageBox tone="problem">{failureText(login.error)}</MessageBox>}
      <Button look="quiet" wide busy={login.isPending} onClick={() => login.mutate()}>
        {t('log_in')}
      </Button>
    </div>
  )
}
