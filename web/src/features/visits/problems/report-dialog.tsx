import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import {
  DAMAGE_VALUE,
  isUndecided,
  PROBLEM_KINDS,
  PROBLEM_TEXT_LENGTH,
} from '#contract/visits/problem-rules.ts'
import type { ProblemKind } from '#contract/visits/problem-rules.ts'
import type { Visit } from '#contract/visits/visits.ts'
import { firstNameOf } from '#contract/people/display-name.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { formDraft } from '#web/session/form-draft.ts'
import { useUser } from '#web/session/session.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { TextareaField } from '#web/ui/forms/textarea-field.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { useKindText } from './problem-state.tsx'
import { problemAddress, useReportProblem } from './problems.api.ts'

type Draft = { statement: string; value: string }

type ReportDialogProps = {
  visit: Visit
  /** Given for a no-show; otherwise the client chooses. */
  kind?: ProblemKind
  onClose: () => void
}

const DOLLARS = { type: 'number', inputMode: 'decimal', step: '0.01', ...DAMAGE_VALUE } as const

const KINDS = PROBLEM_KINDS.filter((kind) => kind !== 'no_show')

/** Reports a problem: what it is, by large buttons, and then what happened. rule: problems, no-show */
export default function ReportDialog({ visit, kind, onClose }: ReportDialogProps) {
  const { t } = useTranslation('problems')
  const [chosen, setChosen] = useState(kind)
  // One problem of a kind can be undecided.
  const reported = visit.problems.filter(({ state }) => isUndecided(state)).map((one) => one.kind)
  if (chosen) return <StatementForm visit={visit} kind={chosen} onClose={onClose} />
  return (
    <Dialog title={t('report.title')} onClose={onClose}>
      <p className="text-soft">{t('report.choose')}</p>
      <ul className="grid gap-3 sm:grid-cols-2">
        {KINDS.filter((one) => !reported.includes(one)).map((one) => (
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

/** The form of a report. Its typed text survives a reload. rule: problems */
function StatementForm({ visit, kind, onClose }: Required<ReportDialogProps>) {
  const { t } = useTranslation('problems')
  const refusalText = useRefusalText()
  const kindText = useKindText()
  const user = useUser()
  const draft = formDraft<Draft>(user?.id ?? '', `problem.${visit.booking_id}.${kind}`, 'browser')
  const [, navigate] = useLocation()
  const report = useReportProblem(visit.booking_id, draft.keyFor)
  const [{ statement, value }, setFields] = useState<Draft>(
    () => draft.fields() ?? { statement: '', value: '' },
  )
  const [isChecked, setIsChecked] = useState(false)
  const valueField = useRef<HTMLInputElement>(null)
  const statementField = useRef<HTMLTextAreaElement>(null)
  const isShort = statement.trim().length < PROBLEM_TEXT_LENGTH.min
  const isDamage = kind === 'damage'
  const dollars = Number(value)
  const isValueWrong = isDamage && !(dollars >= DAMAGE_VALUE.min && dollars <= DAMAGE_VALUE.max)
  const change = (changed: Partial<Draft>) => {
    const fields = { statement, value, ...changed }
    setFields(fields)
    draft.save(fields)
  }
  const send = async () => {
    setIsChecked(true)
    if (isValueWrong) return valueField.current?.focus()
    if (isShort) return statementField.current?.focus()
    try {
      const body = { kind, statement, ...(isDamage ? { value: dollars } : {}) }
      const { problem } = await report.mutateAsync(body)
      draft.clear()
      toast.success(t('report.sent'))
      onClose()
      // There the author can add photos. rule: problems
      navigate(problemAddress(visit.booking_id, problem.id))
    } catch (error) {
      // The dialog shows `report.error`.
      draft.requestFailed(error)
    }
  }
  return (
    <FormDialog
      title={kindText({ kind, by: user?.role ?? 'client' })}
      submit={t('report.send')}
      busy={report.isPending}
      back={t('report.cancel')}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      {report.isError && <MessageBox tone="problem">{refusalText(report.error)}</MessageBox>}
      {isDamage && (
        <TextField
          ref={valueField}
          label={t('report.value')}
          {...DOLLARS}
          required
          value={value}
          error={isChecked && isValueWrong ? t('report.value_wrong') : undefined}
          onChange={(event) => change({ value: event.target.value })}
        />
      )}
      <TextareaField
        ref={statementField}
        label={t('statement')}
        help={t(kind === 'no_show' ? 'report.no_show_help' : 'report.statement_help', {
          name: firstNameOf(visit.other.name),
        })}
        required
        rows={5}
        maxLength={PROBLEM_TEXT_LENGTH.max}
        value={statement}
        error={isChecked && isShort ? t('too_short') : undefined}
        onChange={(event) => change({ statement: event.target.value })}
      />
    </FormDialog>
  )
}
