import { useMutation, useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { REFERENCE_ANSWER_LENGTH_MAX } from '#contract/trust/verification-rules.ts'
import type { ReferenceQuestion } from '#contract/trust/verification-rules.ts'
import { maySucceedLater } from '#web/api/failure-text.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { ScreenSkeleton } from '#web/ui/states/skeleton.tsx'
import { TextareaField } from '#web/ui/forms/textarea-field.tsx'

type Questions = { id: ReferenceQuestion; text: string }[]

/** The questions to a reference about a professional, opened by the link of a letter. rule: identity-documents */
export function Reference({ token }: { token: string }) {
  const { t, i18n } = useTranslation(['credentials', 'loading'])
  const api = useApi()
  const refusalText = useRefusalText()
  const query = useQuery({
    queryKey: ['reference', token, i18n.language],
    queryFn: ({ signal }) => api.call('GET /api/references/{token}', { params: { token }, signal }),
    // The link ends with the answer, which stays on the screen.
    staleTime: Infinity,
  })
  if (query.data) return <Answers token={token} {...query.data} />
  if (!query.error) return <ScreenSkeleton />
  return (
    <>
      <MessageBox tone="problem">{refusalText(query.error)}</MessageBox>
      {maySucceedLater(query.error) && (
        <Button look="quiet" busy={query.isFetching} onClick={() => void query.refetch()}>
          {t('loading:try_again')}
        </Button>
      )}
    </>
  )
}

type AnswersProps = { token: string; first_name: string; questions: Questions }

function Answers({ token, first_name: name, questions }: AnswersProps) {
  const { t } = useTranslation('credentials')
  const api = useApi()
  const refusalText = useRefusalText()
  const { register, handleSubmit, formState } =
    useForm<Partial<Record<ReferenceQuestion, string>>>()
  const sending = useMutation({
    mutationFn: (typed: Partial<Record<ReferenceQuestion, string>>) =>
      api.call('POST /api/references/{token}', {
        params: { token },
        body: { answers: questions.map(({ id }) => ({ id, text: typed[id] ?? '' })) },
      }),
  })
  if (sending.isSuccess)
    return <MessageBox tone="success">{t('reference.thanks', { name })}</MessageBox>
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={handleSubmit((typed) => sending.mutate(typed))}
    >
      <p>{t('reference.about', { name })}</p>
      {questions.map(({ id, text }) => (
        <TextareaField
          key={id}
          label={text}
          rows={3}
          required
          maxLength={REFERENCE_ANSWER_LENGTH_MAX}
          error={formState.errors[id]?.message}
          {...register(id, {
            validate: (typed) => Boolean(typed?.trim()) || t('reference.empty'),
          })}
        />
      ))}
      {sending.error && <MessageBox tone="problem">{refusalText(sending.error)}</MessageBox>}
      <Button type="submit" wide busy={sending.isPending}>
        {sending.isPending ? t('sending') : t('reference.send')}
      </Button>
    </form>
  )
}
