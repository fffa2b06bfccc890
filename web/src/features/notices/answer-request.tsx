import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { empty } from '#drawings/empty.ts'
import { useApi } from '#web/api/use-api.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { MessageBox } from '#web/ui/message-box.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { LinkFacts, LinkPending } from './link-facts.tsx'
import { LetterLinkFailure } from './letter-link-failure.tsx'
import { requestByLinkQuery, useAnswerByLink } from './notices.api.ts'

type AnswerRequestProps = {
  token: string
  /** The reader pressed 'Decline' in the letter, so that button comes first. */
  declining: boolean
}

/** The request of a letter's link. Nothing is answered before a button is pressed here. rule: answer-link */
export function AnswerRequest({ token, declining }: AnswerRequestProps) {
  const { t } = useTranslation('notices')
  const refusalText = useRefusalText()
  const query = useQuery(requestByLinkQuery(useApi(), token))
  const { data: request, error } = query
  const answer = useAnswerByLink(token)
  if (!request) {
    return error ? (
      <LetterLinkFailure
        query={query}
        error={error}
        drawing={empty.waiting}
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
  const choices = [
    { status: 'accepted', label: t('answer.accept') },
    { status: 'declined', label: t('answer.decline') },
  ] as const
  return (
    <>
      <p>{t('answer.sentence', { name: request.client_first_name })}</p>
      <LinkFacts facts={request} />
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
      <TextLink href="/dashboard">{t('answer.dashboard')}</TextLink>
    </>
  )
}
