import { Suspense, useState } from 'react'
import type { ReportSubject } from '#contract/trust/report-rules.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/states/lazy-part.tsx'

const ReportDialog = lazyPart(() => import('./report-dialog.tsx'))

export type Reported = {
  kind: ReportSubject
  id: string
  /** The name of the person whom the report is about. */
  name: string
}

/** The button that reports something to the operators. rule: own-reports */
export default function Report({ subject }: { subject: Reported; onClose?: () => void }) {
  const { t } = useTranslation('reports')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        look="link"
        className="self-start px-0!"
        aria-label={t(`of.${subject.kind}`, { name: subject.name })}
        onClick={() => setOpen(true)}
      >
        {t('open')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ReportDialog subject={subject} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
