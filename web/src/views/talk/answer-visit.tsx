import { AnswerVisit } from '#web/features/talk/notices/answer-visit.tsx'
import { SafetyLink, StopLetters } from '#web/features/visits/safety/safety-link.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { defineView } from '#web/router/view.ts'
import type { ViewProps } from '#web/router/view.ts'
import { useLetterToken } from '#web/session/letter-token.ts'

/** 'id' is the secret of a link to a safety contact. */
type Param = 'token' | 'id'

// One view for the links about a visit, because each costs the first view of every page some bytes. rule: first-view
defineView<Param>('answer-visit', {
  head: ({ t, params, search }) => ({ title: t(titleOf(params, search)) }),
  Component: LinkView,
})

function LinkView({ params, search }: ViewProps<Param>) {
  const { t } = useTranslation(['notices', 'safety'])
  // Without a token the link is as one that has ended.
  const token = useLetterToken(params) ?? params.id ?? 'none'
  return (
    <div className="page flex max-w-160 flex-col gap-5">
      <h1 className="text-2xl md:text-3xl">{t(titleOf(params, search))}</h1>
      {!params.id && (
        <AnswerVisit key={token} token={token} declining={search.get('answer') === 'declined'} />
      )}
      {params.id &&
        (search.has('stop') ? (
          <StopLetters key={token} token={token} />
        ) : (
          <SafetyLink key={token} token={token} />
        ))}
    </div>
  )
}

/** The letter says what it asks for. */
function titleOf({ id }: { id?: string }, search: URLSearchParams) {
  if (id) return search.has('stop') ? 'safety:stop.title' : 'safety:link.title'
  return search.get('answer') === 'skipped' ? 'notices:skip.title' : 'notices:visit.title'
}
