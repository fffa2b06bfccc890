import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ClientNote as Note } from '#contract/market/client-notes.ts'
import { CLIENT_NOTE_ANSWERS, CLIENT_NOTE_LENGTH_MAX } from '#contract/market/review-rules.ts'
import type { Answer, Api } from '#web/api/client.ts'
import { refreshQueries } from '#web/api/query-meta.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { FoldedPart } from '#web/ui/folded-part.tsx'
import { SelectField } from '#web/ui/forms/field.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { TextareaField } from '#web/ui/forms/textarea-field.tsx'
import { toast } from '#web/ui/states/toast-store.ts'

type Saved = Answer<'GET /api/bookings/{id}/client-note'>
type ClientNoteProps = { bookingId: string; name: string }

/** Never stored for use offline. rule: client-notes */
const noteQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['reviews', 'client-note', id] as const,
    queryFn: ({ signal }) =>
      api.call('GET /api/bookings/{id}/client-note', { params: { id }, signal }),
    meta: { refreshedBy: ['reviews'] },
    staleTime: 0,
    gcTime: 0,
  })

/** The private note of a professional about the client of a visit; `name` is the client's. rule: client-notes */
export default function ClientNote({ bookingId, name }: ClientNoteProps) {
  const { t } = useTranslation('review_forms')
  const query = useQuery(noteQuery(useApi(), bookingId))
  if (query.data && !query.data.may_write && !query.data.note) return null
  return (
    <div className="card">
      <FoldedPart title={t('note.title', { name })}>
        <QueryState
          query={query}
          failed={t('note.failed')}
          failureLook="message-box"
          pending={<Skeleton className="h-24 w-full" />}
        >
          {(saved) =>
            saved.may_write ? (
              <NoteForm bookingId={bookingId} name={name} saved={saved} />
            ) : (
              <ReadNote note={saved.note!} name={name} />
            )
          }
        </QueryState>
      </FoldedPart>
    </div>
  )
}

function ReadNote({ note, name }: { note: Note; name: string }) {
  const { t } = useTranslation('review_forms')
  return (
    <>
      <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[max-content_1fr]">
        {CLIENT_NOTE_ANSWERS.filter((question) => note[question] !== null).map((question) => (
          <div key={question} className="contents">
            <dt className="text-soft">{t(`note.${question}`, { name })}</dt>
            <dd>{t(note[question] ? 'note.yes' : 'note.no')}</dd>
          </div>
        ))}
      </dl>
      {note.text && <p className="whitespace-pre-line wrap-anywhere">{note.text}</p>}
      <p className="text-sm text-soft">{t('note.revealed')}</p>
    </>
  )
}

function NoteForm({ bookingId, name, saved }: ClientNoteProps & { saved: Saved }) {
  const { t } = useTranslation('review_forms')
  const api = useApi()
  const queryClient = useQueryClient()
  const refusalText = useRefusalText()
  const [text, setText] = useState(saved.note?.text ?? '')
  const [answers, setAnswers] = useState<Partial<Record<string, boolean>>>(() => answersOf(saved))
  const save = useMutation({
    mutationFn: () =>
      api.call('PUT /api/bookings/{id}/client-note', {
        params: { id: bookingId },
        body: { ...answers, text: text.trim() },
      }),
    onSuccess: () => toast.success(t('note.saved')),
    onSettled: () => refreshQueries(queryClient, 'reviews'),
  })
  return (
    <form
      noValidate
      className="flex w-full flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      {save.isError && <MessageBox tone="problem">{refusalText(save.error)}</MessageBox>}
      <p className="measure text-soft">
        {t(saved.note ? 'note.saved_help' : 'note.help', { name })}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        {CLIENT_NOTE_ANSWERS.map((question) => (
          <SelectField
            key={question}
            label={t(`note.${question}`, { name })}
            value={valueOf(answers[question])}
            onChange={({ target: { value } }) => {
              const { [question]: _, ...others } = answers
              setAnswers(value === '' ? others : { ...others, [question]: value === 'yes' })
            }}
          >
            <option value="">{t('note.unanswered')}</option>
            <option value="yes">{t('note.yes')}</option>
            <option value="no">{t('note.no')}</option>
          </SelectField>
        ))}
      </div>
      <TextareaField
        label={t('note.text')}
        rows={3}
        maxLength={CLIENT_NOTE_LENGTH_MAX}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button
        type="submit"
        className="self-start"
        busy={save.isPending}
        disabled={Object.keys(answers).length === 0 && text.trim() === ''}
      >
        {t('note.save')}
      </Button>
    </form>
  )
}

const valueOf = (answer: boolean | undefined) => (answer === undefined ? '' : answer ? 'yes' : 'no')

function answersOf({ note }: Saved) {
  return Object.fromEntries(
    CLIENT_NOTE_ANSWERS.flatMap((question) => {
      const answer = note?.[question]
      return typeof answer === 'boolean' ? [[question, answer]] : []
    }),
  )
}
