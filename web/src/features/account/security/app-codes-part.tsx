import { Suspense, useState } from 'react'
import type { Security } from '#contract/people/factors.ts'
import type { Answer } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/states/lazy-part.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { Part } from '#web/ui/part.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { FactorDialog, useFactorAction } from './factor-actions.tsx'

const SetupDialog = lazyPart(() => import('./app-setup-dialog.tsx'))

type Setup = Answer<'POST /api/users/{id}/totp'>
type AppCodesPartProps = {
  userId: string
  security: Security
  /** Shows the recovery codes that the first factor brings. */
  onRecoveryCodes: (codes: readonly string[]) => void
}

/** Codes from an app: switched on with the first code, and off. rule: app-codes, end-sessions */
export function AppCodesPart({ userId, security, onRecoveryCodes }: AppCodesPartProps) {
  const { t } = useTranslation('security')
  const api = useApi()
  const { run, problem, isBusy, confirmation } = useFactorAction()
  const [setup, setSetup] = useState<Setup>()
  const [isRemoving, setRemoving] = useState(false)
  const params = { id: userId }
  return (
    <Part title={t('app.title')} help={t('app.help')}>
      {security.totp ? (
        <p className="flex flex-wrap items-center gap-3">
          <Badge tone="good">{t('app.on')}</Badge>
          <Button look="quiet" onClick={() => setRemoving(true)}>
            {t('app.remove')}
          </Button>
        </p>
      ) : (
        <Button
          look="quiet"
          className="self-start"
          busy={isBusy}
          onClick={() =>
            void run(() => api.call('POST /api/users/{id}/totp', { params }), setSetup)
          }
        >
          {t('app.add')}
        </Button>
      )}
      {problem && <MessageBox tone="problem">{problem}</MessageBox>}
      <Suspense>
        {setup && (
          <SetupDialog
            userId={userId}
            setup={setup}
            onDone={(codes) => {
              setSetup(undefined)
              if (codes) onRecoveryCodes(codes)
            }}
            onClose={() => setSetup(undefined)}
          />
        )}
      </Suspense>
      {isRemoving && (
        <FactorDialog
          title={t('app.remove_title')}
          submit={t('app.remove')}
          userId={userId}
          onSend={(others) =>
            api.call('DELETE /api/users/{id}/totp', {
              params,
              query: { sign_out_others: others ? 'true' : 'false' },
            })
          }
          onDone={() => {
            setRemoving(false)
            toast.success(t('app.removed'))
          }}
          onClose={() => setRemoving(false)}
        >
          <p>{t('app.remove_help')}</p>
        </FactorDialog>
      )}
      {confirmation}
    </Part>
  )
}
