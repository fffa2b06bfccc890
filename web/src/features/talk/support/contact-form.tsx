import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Path, UseFormReturn } from 'react-hook-form'
import {
  SUPPORT_NAME_LENGTH_MAX,
  SUPPORT_TEXT_LENGTH_MAX,
  SUPPORT_TEXT_LENGTH_MIN,
  SUPPORT_TOPICS,
} from '#contract/talk/support-rules.ts'
import type { SupportMessage } from '#contract/talk/support.ts'
import type { User } from '#contract/people/identity.ts'
import { Refusal } from '#web/api/client.ts'
import { randomKey } from '#web/api/random-key.ts'
import { fieldProblemText, refusalText } from '#web/api/refusal-text.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import { TextareaField } from '#web/ui/forms/textarea-field.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { useRules } from '#web/features/people/rules.ts'

type Typed = Omit<SupportMessage, 'topic'> & { topic: SupportMessage['topic'] | '' }

/** The form that writes to us, and the number of the message afterwards. rule: contact-page */
export function ContactForm() {
  const [number, setNumber] = useState<string>()
  const user = useUser()
  return number === undefined ? (
    // A login in another tab changes whose name stands in the form.
    <Form key={user?.id ?? 'visitor'} user={user} onSent={setNumber} />
  ) : (
    <Sent number={number} onAgain={() => setNumber(undefined)} />
  )
}

function Form({ user, onSent }: { user: User | null; onSent: (number: string) => void }) {
  const { t } = useTranslation(['support', 'errors'])
  const rules = useRules()
  const { form, submit, busy, failure } = useSending(user, onSent)
  const { register } = form
  const { errors } = form.formState
  const own = user ? { readOnly: true, help: t('own') } : {}
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
      {failure && <MessageBox tone="problem">{failure}</MessageBox>}
      <SelectField
        label={t('topic')}
        required
        error={errors.topic?.message}
        {...register('topic', rules.required('topic_required'))}
      >
        <option value="">{t('choose')}</option>
        {SUPPORT_TOPICS.map((topic) => (
          <option key={topic} value={topic}>
            {t(`topics.${topic}`)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t('name')}
        autoComplete="name"
        required
        maxLength={SUPPORT_NAME_LENGTH_MAX}
        {...own}
        error={errors.name?.message}
        {...register('name', rules.required('name_required'))}
      />
      <TextField
        label={t('email')}
        type="email"
        autoComplete="email"
        required
        {...own}
        error={errors.email?.message}
        {...register('email', rules.email())}
      />
      <TextareaField
        label={t('text')}
        help={t('text_help')}
        rows={7}
        required
        maxLength={SUPPORT_TEXT_LENGTH_MAX}
        error={errors.text?.message}
        {...register('text', {
          validate: (text) =>
            text.trim().length >= SUPPORT_TEXT_LENGTH_MIN || t('errors:text_too_short'),
        })}
      />
      <Button type="submit" wide busy={busy}>
        {busy ? t('sending') : t('send')}
      </Button>
    </form>
  )
}

function Sent({ number, onAgain }: { number: string; onAgain: () => void }) {
  const { t } = useTranslation('support')
  const result = useRef<HTMLDivElement>(null)
  useEffect(() => result.current?.focus(), [])
  return (
    <div ref={result} tabIndex={-1} className="flex flex-col items-start gap-5 outline-none">
      <MessageBox tone="success">
        <p>{t('sent')}</p>
        <p className="font-normal">{t('number', { number })}</p>
      </MessageBox>
      <Button look="quiet" onClick={onAgain}>
        {t('another')}
      </Button>
    </div>
  )
}

/** Sends the form. A failure keeps the typed text, and a signed-in user's retry of one message is stored once. */
function useSending(user: User | null, onSent: (number: string) => void) {
  const { t } = useTranslation('errors')
  const api = useApi()
  const last = useRef({ body: '', key: '' })
  const form = useForm<Typed>({
    defaultValues: {
      topic: '',
      name: user ? `${user.first_name} ${user.last_name}` : '',
      email: user?.email ?? '',
      text: '',
    },
  })
  const sending = useMutation({
    mutationFn: (typed: Typed) => {
      const body = JSON.stringify(typed)
      if (last.current.body !== body) last.current = { body, key: randomKey() }
      return api.call('POST /api/contact', {
        body: typed as SupportMessage,
        idempotencyKey: last.current.key,
      })
    },
    onSuccess: ({ number }) => onSent(number),
    onError: (error) => {
      if (error instanceof Refusal) showAtFields(form, error, t)
    },
  })
  const { error } = sending
  const isAtFields = error instanceof Refusal && error.fieldProblems.length > 0
  return {
    form,
    submit: form.handleSubmit((typed) => sending.mutate(typed)),
    busy: sending.isPending,
    failure: error && !isAtFields ? refusalText(t, error) : undefined,
  }
}

/** The first problem comes last, so that its field has the focus. */
function showAtFields(
  { setError }: UseFormReturn<Typed>,
  { fieldProblems }: Refusal,
  t: Parameters<typeof fieldProblemText>[0],
): void {
  for (const fieldProblem of fieldProblems.toReversed()) {
    const field = fieldProblem.loc.find(isField)
    if (field)
      setError(field, { message: fieldProblemText(t, fieldProblem) }, { shouldFocus: true })
  }
}

const FIELDS = ['topic', 'name', 'email', 'text'] as const satisfies Path<Typed>[]
const isField = (part: string | number): part is (typeof FIELDS)[number] =>
  FIELDS.some((field) => field === part)
