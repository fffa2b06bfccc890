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

type ReportProps = {
  subject: Reported
  /** Names what is reported, where 'Report' would say too little. */
  label?: string
  onClose?: () => void
}

/** The button that reports something to the operators. rule: reports */
export default function Report({ subject, label }: ReportProps) {
  const { t } = useTranslation('reports')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        look="link"
        className="self-start px-0!"
        aria-label={label ?? t(`of.${subject.kind}`, { name: subject.name })}
        onClick={() => setOpen(true)}
      >
        {label ?? t('open')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ReportDialog subject={subject} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
