import { useTranslation } from '#web/i18n/use-translation.ts'
import { defineView } from '#web/router/view.ts'
import { useLetterToken } from '#web/session/letter-token.ts'
import type { ViewProps } from '#web/router/view.ts'
import { AnswerVisit } from '#web/features/notices/answer-visit.tsx'

defineView<'token'>('answer-visit', {
  head: ({ t, search }) => ({ title: t(titleOf(search)) }),
  Component: AnswerVisitView,
})

function AnswerVisitView({ params, search }: ViewProps<'token'>) {
  const { t } = useTranslation('notices')
  // Without a token the link is as one that has ended.
  const token = useLetterToken(params) ?? 'none'
  return (
    <div className="page flex max-w-160 flex-col gap-5">
      <h1 className="text-2xl md:text-3xl">{t(titleOf(search))}</h1>
      <AnswerVisit key={token} token={token} declining={search.get('answer') === 'declined'} />
    </div>
  )
}

/** The letter says which answer it asks for. */
function titleOf(search: URLSearchParams) {
  return search.get('answer') === 'skipped' ? 'notices:skip.title' : 'notices:visit.title'
}
