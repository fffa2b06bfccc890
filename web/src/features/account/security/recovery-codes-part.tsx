import { useState } from 'react'
import type { Security } from '#contract/people/factors.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Part } from '#web/ui/part.tsx'
import { FactorDialog } from './factor-actions.tsx'

type RecoveryCodesPartProps = {
  userId: string
  security: Security
  onRecoveryCodes: (codes: readonly string[]) => void
}

/** How many recovery codes are left, and new ones. rule: recovery-codes, end-sessions */
export function RecoveryCodesPart({ userId, security, onRecoveryCodes }: RecoveryCodesPartProps) {
  const { t } = useTranslation('security')
  const api = useApi()
  const [isAsking, setAsking] = useState(false)
  const hasFactor = security.totp || security.passkeys.length > 0
  return (
    <Part title={t('codes.title')} help={t('codes.help')}>
      {hasFactor ? (
        <p className="flex flex-wrap items-center gap-3">
          <span>{t('codes.left', { count: security.recovery_codes_left })}</span>
          <Button look="quiet" onClick={() => setAsking(true)}>
            {t('codes.renew')}
          </Button>
        </p>
      ) : (
        <p className="text-soft">{t('codes.none')}</p>
      )}
      {isAsking && (
        <FactorDialog
          title={t('codes.renew')}
          submit={t('codes.renew')}
          userId={userId}
          onSend={(sign_out_others) => {
            const input = { params: { id: userId }, body: { sign_out_others } }
            return api.call('POST /api/users/{id}/recovery-codes', input)
          }}
          onDone={({ recovery_codes }) => {
            setAsking(false)
            onRecoveryCodes(recovery_codes)
          }}
          onClose={() => setAsking(false)}
        >
          <p>{t('codes.renew_help')}</p>
        </FactorDialog>
      )}
    </Part>
  )
}
