import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { SecurityEvent } from '#contract/account/account.ts'
import { useApi } from '#web/api/use-api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { browserTimeZone } from '#web/i18n/time-zone.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { RowsSkeleton } from '#web/ui/states/rows-skeleton.tsx'
import { securityEventsQuery } from '../account.api.ts'
import { Part } from '#web/ui/part.tsx'

/** The list shows this many events; a button shows the rest of the page, then the next page. */
const SHOWN_FIRST = 5

/** The list of the account's security events: sign-ins, refusals, limits, changes. rule: security-events */
export function SecurityEvents({ userId }: { userId: string }) {
  const { t } = useTranslation('account')
  const query = useInfiniteQuery(securityEventsQuery(useApi(), userId))
  const [isAllShown, setAllShown] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const showMore = () => {
    // The button moves or disappears, so the focus moves to the list.
    list.current?.focus()
    if (isAllShown) void query.fetchNextPage()
    else setAllShown(true)
  }
  return (
    <Part content="block" title={t('events.title')} help={t('events.help')}>
      <QueryState
        query={query}
        failed={t('events.failed')}
        failureLook="message-box"
        pending={<RowsSkeleton />}
      >
        {(events) =>
          events.length === 0 ? (
            <p className="text-soft">{t('events.none')}</p>
          ) : (
            <div className="flex flex-col items-start gap-3">
              <ul ref={list} tabIndex={-1} className="card w-full divide-y divide-line">
                {events.slice(0, isAllShown ? undefined : SHOWN_FIRST).map((event) => (
                  <EventRow key={event.id} event={event} />
                ))}
              </ul>
              {(isAllShown ? query.hasNextPage : events.length > SHOWN_FIRST) && (
                <Button
                  look="link"
                  className="-my-2 px-0!"
                  busy={query.isFetchingNextPage}
                  onClick={showMore}
                >
                  {t('events.more')}
                </Button>
              )}
            </div>
          )
        }
      </QueryState>
    </Part>
  )
}

function EventRow({ event }: { event: SecurityEvent }) {
  const { t } = useTranslation('account')
  const format = useFormat()
  const { browser, system, known_device, by_operator, at } = event
  const zone = browserTimeZone()
  const device =
    browser && system
      ? t('sessions.on', { browser, system })
      : (browser ?? system ?? t('sessions.unknown'))
  return (
    <li className="p-4">
      <p className="font-medium">{t(`events.kinds.${event.kind}`)}</p>
      <p className="text-sm text-soft">
        {`${format.date(at, zone)}, ${format.time(at, zone)} · ${by_operator ? t('events.by_operator') : device}`}
        {known_device && ` · ${t('events.known_device')}`}
      </p>
    </li>
  )
}
