import { useState } from 'react'
import { DAMAGE_VALUE, PROBLEM_KINDS, PROBLEM_TEXT_LENGTH } from '#contract/problem-rules.ts'
import type { ProblemKind } from '#contract/problem-rules.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { MessageBox } from '#web/ui/message-box.tsx'
import { TextareaField } from '#web/ui/textarea-field.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { useReportProblem } from './problems.api.ts'

type ReportDialogProps = {
  bookingId: string
  /** Given for a no-show; otherwise the client chooses. */
  kind?: ProblemKind
  onClose: () => void
}

const KINDS = PROBLEM_KINDS.filter((kind) => kind !== 'no_show')

/** Reports a problem: what it is, by large buttons, and then what happened. rule: report-problem, no-show */
export function ReportDialog({ bookingId, kind, onClose }: ReportDialogProps) {
  const { t } = useTranslation('problems')
  const [chosen, setChosen] = useState(kind)
  if (chosen) return <StatementForm bookingId={bookingId} kind={chosen} onClose={onClose} />
  return (
    <Dialog title={t('report.title')} onClose={onClose}>
      <p className="text-soft">{t('report.choose')}</p>
      <ul className="grid gap-3 sm:grid-cols-2">
        {KINDS.map((one) => (
          <li key={one}>
            <button
              type="button"
              onClick={() => setChosen(one)}
              className="flex min-h-16 w-full items-center rounded-md border border-edge bg-surface px-4 py-2 text-left font-semibold hover:border-action hover:bg-mint"
            >
              {t(`kind.${one}`)}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function StatementForm({ bookingId, kind, onClose }: Required<ReportDialogProps>) {
  const { t } = useTranslation('problems')
  const refusalText = useRefusalText()
  const report = useReportProblem(bookingId)
  const [statement, setStatement] = useState('')
  const [value, setValue] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const isShort = statement.trim().length < PROBLEM_TEXT_LENGTH.min
  const isDamage = kind === 'damage'
  const dollars = Number(value)
  const isValueWrong = isDamage && !(dollars >= DAMAGE_VALUE.min && dollars <= DAMAGE_VALUE.max)
  const send = async () => {
    setIsChecked(true)
    if (isShort || isValueWrong) return
    try {
      await report.mutateAsync({ kind, statement, ...(isDamage ? { value: dollars } : {}) })
      toast.success(t('report.sent'))
      onClose()
    } catch {
      // The dialog shows `report.error`.
    }
  }
  return (
    <FormDialog
      title={t(`kind.${kind}`)}
      submit={t('report.send')}
      busy={report.isPending}
      back={t('report.cancel')}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      {report.isError && <MessageBox tone="problem">{refusalText(report.error)}</MessageBox>}
      {isDamage && (
        <TextField
          label={t('report.value')}
          type="number"
          inputMode="decimal"
          min={DAMAGE_VALUE.min}
          max={DAMAGE_VALUE.max}
          step="0.01"
          required
          value={value}
          error={isChecked && isValueWrong ? t('report.value_wrong') : undefined}
          onChange={(event) => setValue(event.target.value)}
        />
      )}
      <TextareaField
        label={t('statement')}
        help={t(kind === 'no_show' ? 'report.no_show_help' : 'report.statement_help')}
        required
        rows={5}
        maxLength={PROBLEM_TEXT_LENGTH.max}
        value={statement}
        error={isChecked && isShort ? t('too_short') : undefined}
        onChange={(event) => setStatement(event.target.value)}
      />
    </FormDialog>
  )
}
