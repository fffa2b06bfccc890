import { useState } from 'react'
import type { TimeDocument } from '#contract/calendar/time.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { FoldedPart } from '#web/ui/folded-part.tsx'
import { AbsenceDialog } from './absence-dialog.tsx'
import type { Times } from './time.api.ts'

type AbsencePartProps = { userId: string; times: Times; shown: TimeDocument }

/** The button that ends all visits of some days at once. rule: absence */
export function AbsencePart({ userId, times, shown }: AbsencePartProps) {
  const { t } = useTranslation('time')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <FoldedPart title={t('absence.title')} help={t('absence.help')}>
      <Button look="quiet" onClick={() => setIsOpen(true)}>
        {t('absence.start')}
      </Button>
      {isOpen && (
        <AbsenceDialog
          userId={userId}
          times={times}
          shown={shown}
          onClose={() => setIsOpen(false)}
        />
      )}
    </FoldedPart>
  )
}
