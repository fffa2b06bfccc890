import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ACTION_NOTE_MAX, ACTION_TEXT_MAX, ACTION_TEXT_MIN } from '#contract/action-reasons.ts'
import type { ActionName } from '#contract/action-reasons.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { SelectField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextareaField } from '#web/ui/textarea-field.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { isOutdated } from '../cases/cases.api.ts'
import { operatorKeys } from '../operator.api.ts'
import { Failure } from '../sign-in.tsx'
import { useConfirmed } from '../use-confirmed.tsx'
import { useMoment } from '../use-moment.ts'
import { namedAfter, reasonsQuery, sendAction } from './actions.api.ts'
import type { ConsoleAction, Extra, ActionText } from './actions.api.ts'
import { ExtraFields, extraOf, isExtraWrong } from './extra-fields.tsx'
import { LetterPreview } from './letter-preview.tsx'

export type ActionProps = {
  action: ConsoleAction
  /** Of what it is about: a person, a review, an approval; of a refund the number of the payment. */
  id: string
  /** Who reads the letter. */
  personId?: string | undefined
  caseId?: string | undefined
  /** Of an approval: what was asked for, who also wrote the text of the letter. */
  asked?: { action: ActionName; reason: string; text: string | null } | undefined
  /** What the operator cannot choose. */
  fixed?: Extra
}

/** An action with its letter first, then reason, text and note. rule: actions, action-letters, action-calls */
export function ActionDialog({ onClose, ...about }: ActionProps & { onClose: () => void }) {
  const { t } = useTranslation('console_cases')
  const { action, asked } = about
  const name = namedAfter(action, asked?.action)
  const reasons = useQuery(reasonsQuery(useApi())).data?.[name] ?? []
  const [said, setSaid] = useState({ reason: '', text: '', note: '' })
  const [extra, setExtra] = useState<Extra>(() => extraOf(action))
  const [isSubmitted, setSubmitted] = useState(false)
  const { act, dialog } = useAct(about, onClose)
  const problems = problemsOf(said)
  const set = (change: Partial<typeof said>) => setSaid({ ...said, ...change })
  const submit = () => {
    setSubmitted(true)
    if (!problems.reason && !problems.text && !isExtraWrong(action, extra))
      act.mutate({ ...said, ...extra })
  }
  return (
    <>
      <FormDialog
        title={t(`actions.${action}`)}
        submit={t(`actions.${action}`)}
        back={t('back')}
        busy={act.isPending}
        onSubmit={submit}
        onClose={onClose}
      >
        <Letter {...about} said={said} subject={extra.subject} />
        <Failure title={t('action_failed')} error={act.error} />
        <SelectField
          label={t('facts.reason')}
          value={said.reason}
          error={isSubmitted && problems.reason && t('reason_required')}
          onChange={({ target }) => set({ reason: target.value })}
        >
          <option value="">{t('choose')}</option>
          {reasons.map(({ code, text }) => (
            <option key={code} value={code}>
              {text}
            </option>
          ))}
        </SelectField>
        <ExtraFields {...{ action, extra, isSubmitted }} onChange={setExtra} />
        <TextareaField
          label={t(asked || !hasLetter(action) ? 'why' : 'facts.text')}
          help={t(asked || !hasLetter(action) ? 'why_help' : 'text_help')}
          rows={4}
          maxLength={ACTION_TEXT_MAX}
          value={said.text}
          error={isSubmitted && problems.text && t('too_short', { count: ACTION_TEXT_MIN })}
          onChange={({ target }) => set({ text: target.value })}
        />
        {!asked && (
          <TextareaField
            label={t('facts.note')}
            help={t('note_help')}
            rows={2}
            maxLength={ACTION_NOTE_MAX}
            value={said.note}
            onChange={({ target }) => set({ note: target.value })}
          />
        )}
      </FormDialog>
      {dialog}
    </>
  )
}

const UNREAD: readonly ConsoleAction[] = [
  'retry',
  'discard',
  'claim_on',
  'claim_off',
  'refuse_request',
]
const hasLetter = (action: ConsoleAction) => !UNREAD.includes(action)

const problemsOf = ({ reason, text }: { reason: string; text: string }) => ({
  reason: reason === '',
  text: text.trim().length < ACTION_TEXT_MIN,
})

type LetterProps = ActionProps & {
  said: { reason: string; text: string }
  subject: string | undefined
}

/** What the person reads: of an approval the text of the operator who asked. */
function Letter({ action, id, asked, personId, said, subject }: LetterProps) {
  const { t } = useTranslation('console_cases')
  if (!hasLetter(action)) return <p className="text-soft">{t('letter.none')}</p>
  const { reason, text } = asked ? { ...asked, text: asked.text ?? '' } : said
  return (
    <LetterPreview
      action={action === 'withdraw_notice' ? action : namedAfter(action, asked?.action)}
      problemId={action === 'decide' ? id : undefined}
      {...{ personId, subject, reason, text }}
    />
  )
}

/** Sends the action, once for what is typed, and reads everything again that it may have changed. */
function useAct({ action, id, caseId, fixed }: ActionProps, onClose: () => void) {
  const { t } = useTranslation('console_cases')
  const api = useApi()
  const queryClient = useQueryClient()
  const moment = useMoment()
  const { run, dialog } = useConfirmed()
  const sent = useRef({ body: '', key: '' })
  const refresh = () =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] !== operatorKeys.me[0],
    })
  const act = useMutation({
    mutationFn: (typed: ActionText & { note: string }) => {
      const { note, ...others } = typed
      const said: ActionText = {
        ...others,
        ...fixed,
        ...(note && { note }),
        ...(caseId && { case_id: caseId }),
      }
      const body = JSON.stringify(said)
      if (sent.current.body !== body) sent.current = { body, key: crypto.randomUUID() }
      return run(() => sendAction(api, action, { id, said, key: sent.current.key }))
    },
    onSuccess: ({ approval }) => {
      // The pages of people show the person's account now.
      if (action === 'view') return window.location.assign('/')
      void refresh()
      if (approval?.state === 'waiting') {
        const time = moment(approval.expires_at)
        toast.lasting('plain', t('waits_for_second', { time }))
      } else toast.success(t('done'))
      onClose()
    },
    onError: (error) => {
      if (isOutdated(error)) void refresh()
    },
  })
  return { act, dialog }
}
