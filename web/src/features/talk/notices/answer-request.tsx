import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { emptySignedIn } from '#drawings/empty-signed-in.ts'
import { useApi } from '#web/api/use-api.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { AskedDates } from '#web/features/bookings/series/asked-dates.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { LinkFacts, LinkPending } from './link-facts.tsx'
import { LetterLinkFailure } from './letter-link-failure.tsx'
import { requestByLinkQuery, useAnswerByLink } from './notices.api.ts'
import type { RequestAnswer } from './notices.api.ts'

type AnswerRequestProps = {
  token: string
  /** The reader pressed 'Decline' in the letter, so that button comes first. */
  declining: boolean
}

/** The request of a letter's link. Nothing is answered before a button is pressed here. rule: answer-link */
export function AnswerRequest({ token, declining }: AnswerRequestProps) {
  const { t } = useTranslation(['notices', 'series'])
  const refusalText = useRefusalText()
  const query = useQuery(requestByLinkQuery(useApi(), token))
  const { data: request, error } = query
  const answer = useAnswerByLink(token)
  if (!request) {
    return error ? (
      <LetterLinkFailure
        query={query}
        error={error}
        drawing={emptySignedIn.waiting}
        action={<ButtonLink href="/dashboard">{t('answer.dashboard')}</ButtonLink>}
      />
    ) : (
      <LinkPending />
    )
  }
  if (answer.isSuccess) {
    return (
      <>
        <MessageBox tone="success">{t(`answer.${answer.data.status}`)}</MessageBox>
        <TextLink href="/dashboard">{t('answer.dashboard')}</TextLink>
      </>
    )
  }
  const choices: { answer: RequestAnswer; label: string }[] = [
    { answer: 'accepted', label: t('answer.accept') },
    ...(request.series
      ? [{ answer: 'first_only' as const, label: t('series:asked.first_only') }]
      : []),
    { answer: 'declined', label: t('answer.decline') },
  ]
  return (
    <>
      <p>{t('answer.sentence', { name: request.client_first_name })}</p>
      <LinkFacts facts={request} />
      {request.series && <AskedDates series={request.series} zone={request.time_zone} />}
      {answer.error && <MessageBox tone="problem">{refusalText(answer.error)}</MessageBox>}
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        {(declining ? choices.toReversed() : choices).map((choice, index) => (
          <Button
            key={choice.answer}
            look={index === 0 ? 'primary' : 'quiet'}
            disabled={answer.isPending}
            busy={answer.isPending && answer.variables === choice.answer}
            onClick={() => answer.mutate(choice.answer)}
          >
            {choice.label}
          </Button>
        ))}
      </div>
      <TextLink href="/dashboard">{t('answer.dashboard')}</TextLink>
    </>
  )
}
