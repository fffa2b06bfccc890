import { firstNameOf } from '#contract/people/display-name.ts'
import { useQuery } from '@tanstack/react-query'
import { emptySignedIn } from '#drawings/empty-signed-in.ts'
import type { Answer } from '#web/api/client.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { LinkFacts, LinkPending } from './link-facts.tsx'
import { LetterLinkFailure } from './letter-link-failure.tsx'
import { useAnswerVisitByLink, visitByLinkQuery } from './notices.api.ts'

type Visit = Answer<'GET /api/visit-links/{token}'>
type AnswerVisitProps = {
  token: string
  /** The reader pressed 'Keep the original time' in the letter, so that button comes first. */
  declining: boolean
}

/**
 * The visit of a letter's link: a proposed time, or one of the regular visits, which can be skipped. Nothing is
 * answered before a button is pressed here. rule: answer-link
 */
export function AnswerVisit({ token, declining }: AnswerVisitProps) {
  const { t } = useTranslation(['notices', 'bookings'])
  const query = useQuery(visitByLinkQuery(useApi(), token))
  const { data: visit, error } = query
  const answer = useAnswerVisitByLink(token)
  if (!visit) {
    return error ? (
      <LetterLinkFailure
        query={query}
        error={error}
        drawing={emptySignedIn.waiting}
        action={<ButtonLink href="/">{t('visit.home')}</ButtonLink>}
      />
    ) : (
      <LinkPending />
    )
  }
  const nextPage = visit.by === 'client' ? '/dashboard' : '/bookings'
  const nextPageLabel = visit.by === 'client' ? t('answer.dashboard') : t('bookings:mine.title')
  return (
    <>
      {answer.isSuccess ? (
        <MessageBox tone="success">
          {answer.data.status === 'skipped' ? t('skip.done') : t(`visit.${answer.data.status}`)}
        </MessageBox>
      ) : (
        <Question visit={visit} answer={answer} declining={declining} />
      )}
      <TextLink href={nextPage}>{nextPageLabel}</TextLink>
    </>
  )
}

type QuestionProps = {
  visit: Visit
  answer: ReturnType<typeof useAnswerVisitByLink>
  declining: boolean
}

function Question({ visit, answer, declining }: QuestionProps) {
  const { t } = useTranslation(['notices', 'bookings'])
  const refusalText = useRefusalText()
  const name =
    visit.by === 'client' ? visit.client_first_name : firstNameOf(visit.professional_name)
  const labels = {
    accepted: t('bookings:proposal.accept'),
    declined: t('bookings:proposal.keep'),
    skipped: t('skip.submit'),
  }
  const choices = visit.may.map((status) => ({ status, label: labels[status] }))
  return (
    <>
      <p>{visit.by === null ? t('skip.sentence', { name }) : t('visit.sentence', { name })}</p>
      <LinkFacts facts={visit} proposed={visit.proposed_starts_at} />
      {visit.by === null && isLate(visit) && (
        <p className="text-soft">{t('bookings:cancel.late', { count: visit.notice_hours })}</p>
      )}
      {answer.error && <MessageBox tone="problem">{refusalText(answer.error)}</MessageBox>}
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        {(declining ? choices.toReversed() : choices).map(({ status, label }, index) => (
          <Button
            key={status}
            look={index === 0 ? 'primary' : 'quiet'}
            disabled={answer.isPending}
            busy={answer.isPending && answer.variables === status}
            onClick={() => answer.mutate(status)}
          >
            {label}
          </Button>
        ))}
      </div>
    </>
  )
}

function isLate({ starts_at, notice_hours }: Visit): boolean {
  return Date.parse(starts_at) - Date.now() < notice_hours * 3_600_000
}
