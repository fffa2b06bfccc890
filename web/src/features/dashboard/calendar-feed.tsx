import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useApi } from '#web/api/use-api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import {
  calendarFeedQuery,
  useRenewCalendarFeed,
  useRevokeCalendarFeed,
} from './calendar-feed.api.ts'

/** The private address by which her own calendar shows her visits: made, copied, replaced, stopped. */
export default function CalendarFeed({
  professionalId,
  onClose,
}: {
  professionalId: string
  onClose: () => void
}) {
  const { t } = useTranslation(['dashboard', 'app'])
  const format = useFormat()
  const refusalText = useRefusalText()
  const { data, error } = useQuery(calendarFeedQuery(useApi(), professionalId))
  const renew = useRenewCalendarFeed(professionalId)
  const revoke = useRevokeCalendarFeed(professionalId)
  const busy = renew.isPending || revoke.isPending
  const problem = renew.error ?? revoke.error ?? (data ? null : error)
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const stop = async () => {
    await revoke.mutateAsync().catch(() => {})
    renew.reset()
  }
  return (
    <Dialog title={t('feed.title')} onClose={onClose}>
      <div className="flex flex-col gap-5">
        <p>{t('feed.help')}</p>
        {problem && <Notice tone="problem">{refusalText(problem)}</Notice>}
        {renew.data && (
          <div className="flex flex-col gap-3">
            <CopyField label={t('feed.address')} value={renew.data.feed_url} />
            <p className="text-soft">{t('feed.once')}</p>
            <a
              href={renew.data.feed_url.replace(/^https?:/, 'webcal:')}
              className="inline-flex min-h-11 items-center self-start font-medium text-action underline decoration-1 underline-offset-4 hover:decoration-2"
            >
              {t('feed.subscribe')}
            </a>
          </div>
        )}
        {!data && !error && <Skeleton className="h-16" />}
        {data && (
          <>
            {!renew.data && (
              <p className="font-medium" role="status">
                {data.created_at
                  ? t('feed.in_use', { date: format.date(data.created_at, zone) })
                  : t('feed.off')}
              </p>
            )}
            <div className="flex flex-wrap gap-3">
              <Button
                look={data.created_at ? 'quiet' : 'primary'}
                disabled={busy}
                busy={renew.isPending}
                onClick={() => renew.mutate()}
              >
                {data.created_at ? t('feed.renew') : t('feed.make')}
              </Button>
              {data.created_at && (
                <Button
                  look="danger"
                  disabled={busy}
                  busy={revoke.isPending}
                  onClick={() => void stop()}
                >
                  {t('feed.stop')}
                </Button>
              )}
            </div>
            {data.created_at && <p className="text-sm text-soft">{t('feed.renew_help')}</p>}
          </>
        )}
      </div>
    </Dialog>
  )
}
