import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#web/api/use-api.ts'
import { securityQuery } from '#web/features/people/security.api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { RowsSkeleton } from '#web/ui/states/rows-skeleton.tsx'
import { AppCodesPart } from './app-codes-part.tsx'
import { PasskeysPart } from './passkeys-part.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { RecoveryCodesPart } from './recovery-codes-part.tsx'

/** The second factors of the account. rule: second-factor, end-sessions */
export default function Factors({ userId }: { userId: string }) {
  const { t } = useTranslation('security')
  const query = useQuery(securityQuery(useApi(), userId))
  const [codes, setCodes] = useState<readonly string[]>()
  return (
    <>
      <QueryState
        query={query}
        failed={t('failed')}
        failureLook="message-box"
        pending={<RowsSkeleton />}
      >
        {(security) => {
          const props = { userId, security, onRecoveryCodes: setCodes }
          return (
            <>
              <PasskeysPart {...props} />
              <AppCodesPart {...props} />
              <RecoveryCodesPart {...props} />
            </>
          )
        }}
      </QueryState>
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </>
  )
}
