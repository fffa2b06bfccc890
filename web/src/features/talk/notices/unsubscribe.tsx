import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { empty } from '#drawings/empty.ts'
import { useApi } from '#web/api/use-api.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { LetterLinkFailure } from './letter-link-failure.tsx'
import { unsubscribingQuery, useUnsubscribe } from './notices.api.ts'

/**
 * Ends the letters of one topic without signing in. Nothing changes before the button is pressed. rule:
 * notice-switches
 */
export function Unsubscribe({ token }: { token: string }) {
  const { t } = useTranslation('notices')
  const refusalText = useRefusalText()
  const query = useQuery(unsubscribingQuery(useApi(), token))
  const { data, error } = query
  const end = useUnsubscribe(token)
  if (!data) {
    return error ? (
      <LetterLinkFailure
        query={query}
        error={error}
        title={t('unsubscribe.unknown')}
        drawing={empty.error}
        action={<ButtonLink href="/settings/notices">{t('choose')}</ButtonLink>}
      />
    ) : (
      <Skeleton className="h-40" />
    )
  }
  const topic = t(`topics.${data.topic}.name`)
  return (
    <>
      {end.isSuccess || !data.enabled ? (
        <MessageBox tone="success">{t('unsubscribe.done', { topic })}</MessageBox>
      ) : (
        <>
          <p>{t('unsubscribe.question', { topic })}</p>
          {end.error && <MessageBox tone="problem">{refusalText(end.error)}</MessageBox>}
          <Button className="self-start" busy={end.isPending} onClick={() => end.mutate()}>
            {t('unsubscribe.submit')}
          </Button>
        </>
      )}
      <TextLink href="/settings/notices">{t('choose')}</TextLink>
    </>
  )
}
