import { useState } from 'react'
import type { ComponentType } from 'react'
import { CASE_NOTE_LENGTH_MAX, CASE_OUTCOMES, RESOLUTION_LENGTH } from '#contract/case-rules.ts'
import type { CaseOutcome } from '#contract/case-rules.ts'
import type { Api } from '#web/api/client.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { SelectField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextareaField } from '#web/ui/textarea-field.tsx'
import { LetterPreview } from '../actions/letter-preview.tsx'
import { Failure } from '../sign-in.tsx'
import { useCaseMove } from './cases.api.ts'
import type { Case } from './cases.api.ts'

export type CaseDialogName = 'take_over' | 'answer' | 'resolve' | 'reopen' | 'note'
type Given = { text: string; outcome: CaseOutcome }
type Move = {
  lengthMin: number
  lengthMax: number
  send: (api: Api, id: string, given: Given) => Promise<{ case: Case }>
}

const MOVES: Record<CaseDialogName, Move> = {
  take_over: {
    lengthMin: 0,
    lengthMax: CASE_NOTE_LENGTH_MAX,
    send: (api, id, { text }) =>
      api.call('POST /api/operator/cases/{id}/claim', {
        params: { id },
        body: { take_over: true, ...(text && { text }) },
      }),
  },
  answer: {
    lengthMin: RESOLUTION_LENGTH.min,
    lengthMax: CASE_NOTE_LENGTH_MAX,
    send: (api, id, { text }) =>
      api.call('POST /api/operator/cases/{id}/answer', { params: { id }, body: { text } }),
  },
  resolve: {
    lengthMin: RESOLUTION_LENGTH.min,
    lengthMax: RESOLUTION_LENGTH.max,
    send: (api, id, { text, outcome }) =>
      api.call('POST /api/operator/cases/{id}/resolve', {
        params: { id },
        body: { text, outcome },
      }),
  },
  reopen: {
    lengthMin: 1,
    lengthMax: CASE_NOTE_LENGTH_MAX,
    send: (api, id, { text }) =>
      api.call('POST /api/operator/cases/{id}/reopen', { params: { id }, body: { text } }),
  },
  note: {
    lengthMin: 1,
    lengthMax: CASE_NOTE_LENGTH_MAX,
    send: (api, id, { text }) =>
      api.call('POST /api/operator/cases/{id}/notes', { params: { id }, body: { text } }),
  },
}

type DialogProps = { shown: Case; onClose: () => void }

/** The moves of a case that take a text. rule: case-notes, case-resolved, case-answer, case-take-over */
export const CASE_DIALOGS = Object.fromEntries(
  (Object.keys(MOVES) as CaseDialogName[]).map((name) => [
    name,
    (props: DialogProps) => <MoveDialog name={name} {...props} />,
  ]),
) as Record<CaseDialogName, ComponentType<DialogProps>>

function MoveDialog({ name, shown, onClose }: DialogProps & { name: CaseDialogName }) {
  const { t } = useTranslation('console_cases')
  const { send, lengthMin, lengthMax } = MOVES[name]
  const [text, setText] = useState('')
  // The person reads how an appeal ended; the usual outcome there is that the decision stands.
  const [outcome, setOutcome] = useState<CaseOutcome>(outcomesOf(shown)[0]!)
  const [isShort, setShort] = useState(false)
  const move = useCaseMove((api, given: Given) => send(api, shown.id, given), onClose)
  return (
    <FormDialog
      title={t(`dialogs.${name}.title`)}
      submit={t(`dialogs.${name}.submit`)}
      back={t('back')}
      busy={move.isPending}
      onSubmit={() => {
        const tooShort = text.trim().length < lengthMin
        setShort(tooShort)
        if (!tooShort) move.mutate({ text: text.trim(), outcome })
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
