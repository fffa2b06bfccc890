import { useState } from 'react'
import type { TimeDocument } from '#contract/calendar/time.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { AbsenceDialog } from './absence-dialog.tsx'
import type { Times } from './time.api.ts'

type AbsencePartProps = { userId: string; times: Times; shown: TimeDocument }

/**
 * The button that ends all visits of some days at once. It stands above the plan, because it is urgent. rule: absence
 */
export function AbsencePart({ userId, times, shown }: AbsencePartProps) {
  const { t } = useTranslation('time')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="card mb-8 flex flex-wrap items-center justify-between gap-3 p-4">
      <p className="measure min-w-0 text-sm text-soft">{t('absence.help')}</p>
      <Button look="quiet" onClick={() => setIsOpen(true)}>
        {t('absence.title')}
      </Button>
      {isOpen && (
        <AbsenceDialog
          userId={userId}
          times={times}
          shown={shown}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  )
}
