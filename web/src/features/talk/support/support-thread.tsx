import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { SUPPORT_POST_LENGTH_MAX } from '#contract/talk/support-rules.ts'
import { randomKey } from '#web/api/random-key.ts'
import { maySucceedLater } from '#web/api/failure-text.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useApi } from '#web/api/use-api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { browserTimeZone } from '#web/i18n/time-zone.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { ScreenSkeleton } from '#web/ui/states/skeleton.tsx'
import { TextareaField } from '#web/ui/forms/textarea-field.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { threadQuery } from './support.api.ts'
import type { Thread } from './support.api.ts'

/** The messages between a person and support, opened by the link of a letter. rule: contact-page */
export function SupportThread({ token }: { token: string }) {
  const { t } = useTranslation(['support', 'loading'])
  const refusalText = useRefusalText()
  const query = useQuery(threadQuery(useApi(), token))
  if (!query.data) {
    if (!query.error) return <ScreenSkeleton />
    return (
      <>
        <MessageBox tone="problem">{refusalText(query.error)}</MessageBox>
        {maySucceedLater(query.error) && (
          <Button look="quiet" busy={query.isFetching} onClick={() => void query.refetch()}>
            {t('loading:try_again')}
          </Button>
        )}
        <TextLink href="/contact">{t('title')}</TextLink>
      </>
    )
  }
  return (
    <>
      <Posts thread={query.data} />
      <Reply token={token} closed={query.data.closed} />
    </>
  )
}

function Posts({ thread }: { thread: Thread }) {
  const { t } = useTranslation('support')
  const format = useFormat()
  return (
    <section className="flex flex-col gap-4" aria-labelledby="thread">
      <h2 id="thread" className="text-xl">
        {t('thread.about', { number: thread.number, topic: t(`topics.${thread.topic}`) })}
      </h2>
      <ol className="flex flex-col gap-4">
        {thread.messages.map(({ from, text, at }, index) => (
          <li
            key={`${at} ${index}`}
            className={`flex flex-col gap-1 rounded-lg p-4 ${from === 'you' ? 'ml-6 bg-mint' : 'card mr-6'}`}
          >
            <p className="text-sm text-soft">
              <strong className="font-semibold">{t(`thread.${from}`)}</strong> ·{' '}
              {format.visit(at, browserTimeZone())}
            </p>
            <p className="break-words whitespace-pre-line">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Reply({ token, closed }: { token: string; closed: boolean }) {
  const { t } = useTranslation(['support', 'errors'])
  const api = useApi()
  const queryClient = useQueryClient()
  const refusalText = useRefusalText()
  const { register, handleSubmit, reset, formState } = useForm({ defaultValues: { text: '' } })
  // A retry of the same text after a lost answer is written once.
  const last = useRef({ text: '', key: '' })
  const sending = useMutation({
    mutationFn: (body: { text: string }) => {
      if (last.current.text !== body.text) last.current = { text: body.text, key: randomKey() }
      const { key: idempotencyKey } = last.current
      return api.call('POST /api/support/{token}', { params: { token }, body, idempotencyKey })
    },
    onSuccess: (thread) => {
      last.current = { text: '', key: '' }
      queryClient.setQueryData(threadQuery(api, token).queryKey, thread)
      reset()
    },
  })
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={handleSubmit((typed) => sending.mutate(typed))}
    >
      {sending.error && <MessageBox tone="problem">{refusalText(sending.error)}</MessageBox>}
      {sending.isSuccess && <MessageBox tone="success">{t('thread.sent')}</MessageBox>}
      <TextareaField
        label={t('thread.reply')}
        {...(closed && { help: t('thread.closed') })}
        rows={5}
        required
        maxLength={SUPPORT_POST_LENGTH_MAX}
        error={formState.errors.text?.message}
        {...register('text', {
          validate: (text) => text.trim() !== '' || t('errors:text_too_short'),
        })}
      />
      <Button type="submit" wide busy={sending.isPending}>
        {sending.isPending ? t('sending') : t('thread.send')}
      </Button>
    </form>
  )
}
