import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ACTION_TEXT_MIN } from '#contract/trust/action-reasons.ts'
import type { ActionName } from '#contract/trust/action-reasons.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { isOutdated } from '../cases/cases.api.ts'
import { operatorKeys } from '../operator.api.ts'
import { Failure } from '../sign-in.tsx'
import { useConfirmed } from '../use-confirmed.tsx'
import { useMoment } from '../use-moment.ts'
import { namedAfter, sendAction } from './actions.api.ts'
import type { ConsoleAction, Extra, ActionText } from './actions.api.ts'
import { ExtraFields, extraOf, isExtraWrong } from './extra-fields.tsx'
import { LetterPreview } from './letter-preview.tsx'
import { SaidFields, isReasonWrong, isTextWrong, useKeyOf } from './said-fields.tsx'

export type ActionProps = {
  action: ConsoleAction
  /** The id of the subject, such as a person, a review or an approval. For a refund, the number of the payment. */
  id: string
  /** The person who reads the letter. */
  personId?: string | undefined
  caseId?: string | undefined
  /** For an approval: the action, the reason and the text of the letter, as the asking operator wrote them. */
  asked?: { action: ActionName; reason: string; text: string | null } | undefined
  /** Values that are sent with the action and that the operator cannot choose. */
  fixed?: Extra
}

/** An action with its letter first, then reason, text and note. rule: actions */
export function ActionDialog({ onClose, ...about }: ActionProps & { onClose: () => void }) {
  const { t } = useTranslation('console_cases')
  const { action, asked } = about
  const name = namedAfter(action, asked?.action)
  const isUnread = asked !== undefined || !hasLetter(action)
  const [said, setSaid] = useState({ reason: '', text: '', note: '' })
  const [extra, setExtra] = useState<Extra>(() => extraOf(action))
  const [isSubmitted, setSubmitted] = useState(false)
  const { act, dialog } = useAct(about, onClose)
  const set = (change: Partial<typeof said>) => setSaid({ ...said, ...change })
  const submit = () => {
    setSubmitted(true)
    if (!isReasonWrong(said) && !isTextWrong(said, ACTION_TEXT_MIN) && !isExtraWrong(action, extra))
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
        <SaidFields
          action={name}
          textMin={ACTION_TEXT_MIN}
          textLabel={t(isUnread ? 'why' : 'facts.text')}
          textHelp={t(isUnread ? 'why_help' : 'text_help')}
          hasNote={!asked}
          onChange={set}
          {...{ said, isSubmitted }}
        >
          <ExtraFields {...{ action, extra, isSubmitted }} onChange={setExtra} />
        </SaidFields>
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

type LetterProps = ActionProps & {
  said: { reason: string; text: string }
  subject: string | undefined
}

/** A preview of the person's letter. For an approval, it has the text of the operator who asked. */
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
  const keyOf = useKeyOf()
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
      const key = keyOf(said)
      return run(() => sendAction(api, action, { id, said, key }))
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
