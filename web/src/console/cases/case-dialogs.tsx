import { useState } from 'react'
import {
  CASE_NOTE_LENGTH_MAX,
  CASE_OUTCOMES,
  RESOLUTION_LENGTH,
} from '#contract/trust/case-rules.ts'
import type { CaseOutcome } from '#contract/trust/case-rules.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { SelectField } from '#web/ui/forms/field.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { TextareaField } from '#web/ui/forms/textarea-field.tsx'
import { LetterPreview } from '../actions/letter-preview.tsx'
import { Failure } from '../sign-in.tsx'
import { useCaseMove } from './cases.api.ts'
import type { Case } from './cases.api.ts'

export type CaseDialogName = 'take_over' | 'answer' | 'resolve' | 'reopen' | 'note'

const { min: TEXT_MIN, max: RESOLUTION_MAX } = RESOLUTION_LENGTH
const MOVES = {
  take_over: { path: 'claim', lengthMin: 0, lengthMax: CASE_NOTE_LENGTH_MAX },
  answer: { path: 'answer', lengthMin: TEXT_MIN, lengthMax: CASE_NOTE_LENGTH_MAX },
  resolve: { path: 'resolve', lengthMin: TEXT_MIN, lengthMax: RESOLUTION_MAX },
  reopen: { path: 'reopen', lengthMin: 1, lengthMax: CASE_NOTE_LENGTH_MAX },
  note: { path: 'notes', lengthMin: 1, lengthMax: CASE_NOTE_LENGTH_MAX },
} as const satisfies Record<CaseDialogName, object>

type MoveDialogProps = { name: CaseDialogName; shown: Case; onClose: () => void }

/** A move of a case that takes a text. rule: case-screen, case-states, contact-page */
export function MoveDialog({ name, shown, onClose }: MoveDialogProps) {
  const { t } = useTranslation('console_cases')
  const { path, lengthMin, lengthMax } = MOVES[name]
  const [text, setText] = useState('')
  // The person reads how an appeal ended; the usual outcome there is that the decision stands.
  const [outcome, setOutcome] = useState<CaseOutcome>(outcomesOf(shown)[0]!)
  const [isShort, setShort] = useState(false)
  const move = useCaseMove((api, written: string) => {
    const body = {
      ...(written && { text: written }),
      ...(name === 'resolve' && { outcome }),
      ...(name === 'take_over' && { take_over: true }),
    }
    // Each move takes some of these fields, which its contract checks.
    const sent = { params: { id: shown.id }, body: body as never }
    return api.call(`POST /api/operator/cases/{id}/${path}`, sent)
  }, onClose)
  return (
    <FormDialog
      title={t(`dialogs.${name}.title`)}
      submit={t(`dialogs.${name}.submit`)}
      back={t('back')}
      busy={move.isPending}
      onSubmit={() => {
        const tooShort = text.trim().length < lengthMin
        setShort(tooShort)
        if (!tooShort) move.mutate(text.trim())
      }}
      onClose={onClose}
    >
      {name === 'answer' && (
        <LetterPreview action="answer" personId={shown.person?.id} text={text} />
      )}
      <p className="text-soft">{t(`dialogs.${name}.help`)}</p>
      <Failure title={t('move_failed')} error={move.error} />
      {name === 'resolve' && (
        <SelectField
          label={t('outcome')}
          value={outcome}
          onChange={({ target }) => setOutcome(target.value as CaseOutcome)}
        >
          {outcomesOf(shown).map((code) => (
            <option key={code} value={code}>
              {t(`outcomes.${code}`)}
            </option>
          ))}
        </SelectField>
      )}
      <TextareaField
        label={t(`dialogs.${name}.text`)}
        rows={5}
        maxLength={lengthMax}
        value={text}
        error={isShort && text.trim().length < lengthMin && t('too_short', { count: lengthMin })}
        onChange={({ target }) => setText(target.value)}
      />
    </FormDialog>
  )
}

/** An appeal is upheld by resolving it; the opposite action overturns the decision. rule: appeals */
const outcomesOf = ({ queue }: Case): readonly CaseOutcome[] =>
  queue === 'appeals' ? ['no_breach'] : CASE_OUTCOMES
