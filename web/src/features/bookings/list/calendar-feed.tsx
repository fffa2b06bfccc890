import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { browserTimeZone } from '#web/i18n/time-zone.ts'
import { randomKey } from '#web/api/random-key.ts'
import { useApi } from '#web/api/use-api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { isUnconfirmed } from '#web/features/people/unconfirmed.ts'
import { useConfirmation } from '#web/features/people/use-confirmation.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyField } from '#web/ui/forms/copy-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import {
  calendarFeedQuery,
  useRenewCalendarFeed,
  useRevokeCalendarFeed,
} from './calendar-feed.api.ts'
import type { FeedOwner } from './calendar-feed.api.ts'

type CalendarFeedProps = { owner: FeedOwner; onClose: () => void }

/** Makes, replaces and stops the private calendar address. rule: visit-calendar */
export default function CalendarFeed({ owner, onClose }: CalendarFeedProps) {
  const { t } = useTranslation('bookings')
  const format = useFormat()
  const refusalText = useRefusalText()
  const { data, error } = useQuery(calendarFeedQuery(useApi(), owner))
  // The Idempotency-Key of one address. After the address was shown or stopped, the next one gets another key.
  const [key, setKey] = useState(randomKey)
  const renew = useRenewCalendarFeed(owner)
  const revoke = useRevokeCalendarFeed(owner)
  const { confirmFirst, dialog } = useConfirmation()
  const make = async () => {
    const made = await confirmFirst(() => renew.mutateAsync(key)).catch(() => undefined)
    if (made) setKey(randomKey())
  }
  const problem =
    (isUnconfirmed(renew.error) ? null : renew.error) ?? revoke.error ?? (data ? null : error)
  const stop = async () => {
    await revoke.mutateAsync().catch(() => {})
    setKey(randomKey())
    renew.reset()
  }
  return (
    <Dialog title={t('feed.title')} onClose={onClose}>
      <div className="flex flex-col gap-5">
        <p>{t('feed.help')}</p>
        {problem && <MessageBox tone="problem">{refusalText(problem)}</MessageBox>}
        {renew.data && <NewAddress address={renew.data.feed_url} />}
        {!data && !error && <Skeleton className="h-16" />}
        {data && !renew.data && (
          <p className="font-medium" role="status">
            {data.created_at
              ? t('feed.in_use', { date: format.date(data.created_at, browserTimeZone()) })
              : t('feed.off')}
          </p>
        )}
        {data && (
          <FeedButtons
            hasAddress={data.created_at !== null}
            isMaking={renew.isPending}
            isStopping={revoke.isPending}
            onMake={() => void make()}
            onStop={() => void stop()}
          />
        )}
      </div>
      {dialog}
    </Dialog>
  )
}

/** The new address, which is shown only this once. */
function NewAddress({ address }: { address: string }) {
  const { t } = useTranslation('bookings')
  return (
    <div className="flex flex-col gap-3">
      <CopyField label={t('feed.address')} value={address} />
      <p className="text-soft">{t('feed.once')}</p>
      <a
        href={address.replace(/^https?:/, 'webcal:')}
        className="inline-flex min-h-11 items-center self-start font-medium text-action underline decoration-1 underline-offset-4 hover:decoration-2"
      >
        {t('feed.subscribe')}
      </a>
    </div>
  )
}

type FeedButtonsProps = {
  hasAddress: boolean
  isMaking: boolean
  isStopping: boolean
  onMake: () => void
  onStop: () => void
}

function FeedButtons({ hasAddress, isMaking, isStopping, onMake, onStop }: FeedButtonsProps) {
  const { t } = useTranslation('bookings')
  const isBusy = isMaking || isStopping
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Button
          look={hasAddress ? 'quiet' : 'primary'}
          disabled={isBusy}
          busy={isMaking}
          onClick={onMake}
        >
          {hasAddress ? t('feed.renew') : t('feed.make')}
        </Button>
        {hasAddress && (
          <Button look="danger" disabled={isBusy} busy={isStopping} onClick={onStop}>
            {t('feed.stop')}
          </Button>
        )}
      </div>
      {hasAddress && <p className="text-sm text-soft">{t('feed.renew_help')}</p>}
    </>
  )
}
