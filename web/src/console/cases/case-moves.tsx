import { useState } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { CaseActions } from '../actions/case-actions.tsx'
import { Failure } from '../sign-in.tsx'
import { MoveDialog } from './case-dialogs.tsx'
import type { CaseDialogName } from './case-dialogs.tsx'
import { useCaseMove } from './cases.api.ts'
import type { Case } from './cases.api.ts'

const DIALOGS = ['take_over', 'answer', 'resolve', 'reopen', 'note'] as const

/** Buttons for the moves that the reader can make with a case now, as `may` names them. rule: case-states */
export function CaseMoves({ shown }: { shown: Case }) {
  const { t } = useTranslation(['console_cases', 'errors'])
  const [dialog, setDialog] = useState<CaseDialogName>()
  const params = { id: shown.id }
  const claim = useCaseMove((api, _given: void) =>
    api.call('POST /api/operator/cases/{id}/claim', { params, body: {} }),
  )
  const release = useCaseMove((api, _given: void) =>
    api.call('POST /api/operator/cases/{id}/release', { params }),
  )
  const may = (move: string) => shown.may.includes(move)
  return (
    <div className="flex flex-col gap-3 print:hidden">
      <Failure title={t('move_failed')} error={claim.error ?? release.error} />
      {shown.state === 'open' && !may('claim') && (
        <p className="text-soft">{t('errors:other_operator_needed')}</p>
      )}
      <div className="flex flex-wrap gap-3">
        {may('claim') && (
          <Button busy={claim.isPending} onClick={() => claim.mutate()}>
            {t('moves.claim')}
          </Button>
        )}
        <CaseActions shown={shown} />
        {DIALOGS.filter(may).map((name) => (
          <Button key={name} look="quiet" onClick={() => setDialog(name)}>
            {t(`moves.${name}`)}
          </Button>
        ))}
        {may('release') && (
          <Button look="link" busy={release.isPending} onClick={() => release.mutate()}>
            {t('moves.release')}
          </Button>
        )}
      </div>
      {dialog && <MoveDialog name={dialog} shown={shown} onClose={() => setDialog(undefined)} />}
    </div>
  )
}
