import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { empty } from '#drawings/empty.ts'
import type { Answer } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { MessageBox } from '#web/ui/message-box.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { NoBreakText } from '#web/ui/no-break-text.tsx'
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
      <RequestPending />
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
      <RequestFacts request={request} />
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

function RequestFacts({ request }: { request: Answer<'POST /api/letter-links/request'> }) {
  const { t } = useTranslation(['notices', 'bookings', 'search'])
  const format = useFormat()
  const facts = [
    [t('answer.service'), t(`search:service_types.${request.service_type}`)],
    [
      t('answer.when'),
      t('bookings:visit_time', {
        time: format.visit(request.starts_at, request.time_zone),
        city: request.city,
      }),
    ],
    [t('answer.where'), `${request.city}, ${request.state} ${request.zip_code}`],
    [t('answer.hours'), format.number(request.estimated_hours)],
    [t('answer.total'), format.money(request.total_amount)],
  ] as const
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-3 rounded-lg border border-line bg-surface p-5">
      {facts.map(([label, value]) => (
        <div key={label} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-soft">{label}</dt>
          <dd className="font-medium wrap-anywhere first-letter:uppercase">
            <NoBreakText>{value}</NoBreakText>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The skeleton: a sentence, the facts and two buttons. */
function RequestPending() {
  return (
    <div aria-busy="true" className="flex flex-col gap-5">
      <Skeleton className="h-6 w-4/5" />
      <Skeleton className="h-52 rounded-lg" />
      <Skeleton className="h-11 w-72 max-w-full" />
    </div>
  )
}
