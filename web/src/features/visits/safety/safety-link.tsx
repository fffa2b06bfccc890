import { phoneText } from '#contract/people/phone-text.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { empty } from '#drawings/empty.ts'
import { emptySignedIn } from '#drawings/empty-signed-in.ts'
import { NoAnswer } from '#web/api/client.ts'
import type { Answer } from '#web/api/client.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useApi } from '#web/api/use-api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { PhoneLink } from '#web/ui/phone-link.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { isLinkOver, safetyLinkQuery, useStopLetters } from './link.api.ts'

/** The page for the safety contact of a professional who has not checked in. Needs no account. rule: safety-alarm */
export function SafetyLink({ token }: { token: string }) {
  const { t } = useTranslation(['safety', 'loading'])
  const query = useQuery(safetyLinkQuery(useApi(), token))
  const { data, error } = query
  if (data) return <NotCheckedIn visit={data} />
  if (!error) return <Skeleton className="h-72" />
  const isOver = isLinkOver(error)
  return (
    <EmptyState
      drawing={error instanceof NoAnswer ? emptySignedIn.offline : empty.error}
      title={<span role="alert">{t(isOver ? 'link.ended' : 'failed')}</span>}
      action={
        isOver ? (
          <ButtonLink href="/">{t('link.home')}</ButtonLink>
        ) : (
          <Button busy={query.isFetching} onClick={() => void query.refetch()}>
            {t('loading:try_again')}
          </Button>
        )
      }
    >
      {isOver && t('link.ended_help')}
    </EmptyState>
  )
}

function NotCheckedIn({ visit }: { visit: Answer<'GET /api/safety/{token}'> }) {
  const { t } = useTranslation('safety')
  const format = useFormat()
  const { first_name: name, phone, time_zone, address, city, state, zip_code } = visit
  const timeOf = (instant: string) => format.visit(instant, time_zone)
  return (
    <>
      {visit.checked_in ? (
        <MessageBox tone="success">{t('link.checked_in', { name })}</MessageBox>
      ) : (
        <MessageBox tone="problem">
          {t('link.not_checked_in', { name, time: timeOf(visit.check_by) })}
        </MessageBox>
      )}
      {!visit.checked_in && <p>{t('link.what_to_do', { name })}</p>}
      <PhoneLink phone={phone}>{t('link.call', { phone: phoneText(phone) })}</PhoneLink>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-3 rounded-lg border border-line bg-surface p-5">
        <Row name={t('link.where')}>
          {address}, {city}, {state} {zip_code}
        </Row>
        <Row name={t('link.starts')}>{timeOf(visit.starts_at)}</Row>
        <Row name={t('link.ends')}>{timeOf(visit.ends_at)}</Row>
      </dl>
      <p className="text-sm text-soft">{t('link.note', { city })}</p>
    </>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="col-span-2 grid grid-cols-subgrid">
      <dt className="text-soft">{name}</dt>
      <dd className="font-medium wrap-anywhere first-letter:uppercase">{children}</dd>
    </div>
  )
}

/** Ends all letters of check-ins to an address. Nothing happens before the button is pressed. rule: safety-contact */
export function StopLetters({ token }: { token: string }) {
  const { t } = useTranslation('safety')
  const refusalText = useRefusalText()
  const stop = useStopLetters(token)
  if (stop.isSuccess) return <MessageBox tone="success">{t('stop.done')}</MessageBox>
  return (
    <>
      <p>{t('stop.question')}</p>
      {stop.error && (
        <MessageBox tone="problem">
          {isLinkOver(stop.error) ? t('stop.unknown') : refusalText(stop.error)}
        </MessageBox>
      )}
      <Button className="self-start" busy={stop.isPending} onClick={() => stop.mutate()}>
        {t('stop.submit')}
      </Button>
    </>
  )
}
