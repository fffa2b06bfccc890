import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { ClientBooking } from '#contract/bookings/bookings.ts'
import { ReviewsToWrite } from '#web/features/market/reviews/reviews-to-write.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/states/skeleton.tsx'
import { useNow } from '#web/ui/states/use-now.ts'
import { groupVisits, waitsForClient } from './group-visits.ts'
import { VisitRows } from './visit-row.tsx'
import { VisitToAnswer } from './visit-to-answer.tsx'

type Pages = {
  data: { pages: { bookings: ClientBooking[]; total: number }[] }
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<unknown>
}

/** How many past visits are shown before 'Show more' is pressed. */
const PAST_SHOWN = 3

const bookingsOf = ({ data }: Pages) => data.pages.flatMap((page) => page.bookings)

/** Visits that need an answer, the visits of this week, the later ones and the past ones. rule: booking-lists */
export function ClientVisits({ upcoming, past }: { upcoming: Pages; past: Pages }) {
  const { t } = useTranslation('bookings')
  const now = +useNow()
  const coming = bookingsOf(upcoming)
  // Hours are asked about once the visit is over.
  const asked = bookingsOf(past).filter(waitsForClient)
  const { answer, soon, later } = groupVisits([...coming, ...asked], now)
  return (
    <>
      {answer.length > 0 && (
        <Group title={t('mine.needs_you')}>
          <ul className="flex flex-col gap-3">
            {answer.map((booking) => (
              <li key={booking.id}>
                <VisitToAnswer booking={booking} />
              </li>
            ))}
          </ul>
        </Group>
      )}
      <ReviewsToWrite />
      {coming.length === 0 && (
        <Group title={t('mine.upcoming')}>
          <p className="text-soft">{t('mine.none_upcoming')}</p>
        </Group>
      )}
      {soon.length > 0 && (
        <Group title={t('mine.this_week')}>
          <VisitRows entries={soon} />
        </Group>
      )}
      {(later.length > 0 || upcoming.hasNextPage || upcoming.data.pages.length > 1) && (
        <Paged list={upcoming} title={t('mine.later')}>
          <VisitRows entries={later} />
        </Paged>
      )}
      {bookingsOf(past).length > asked.length && <Past list={past} />}
    </>
  )
}

function Past({ list }: { list: Pages }) {
  const { t } = useTranslation('bookings')
  const [showsAll, setShowsAll] = useState(false)
  const bookings = bookingsOf(list).filter((booking) => !waitsForClient(booking))
  if (showsAll || bookings.length <= PAST_SHOWN) {
    return (
      <Paged list={list} title={t('mine.past')} focusOn={showsAll ? PAST_SHOWN : undefined}>
        <VisitRows entries={bookings} />
      </Paged>
    )
  }
  return (
    <Group title={t('mine.past')}>
      <VisitRows entries={bookings.slice(0, PAST_SHOWN)} />
      <Button look="quiet" className="self-start" onClick={() => setShowsAll(true)}>
        {t('mine.more')}
      </Button>
    </Group>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-lg">{title}</h2>
      {children}
    </section>
  )
}

type PagedProps = {
  list: Pages
  title: string
  /** The row that is focused as the list appears, in place of a button that is gone. */
  focusOn?: number | undefined
  children: ReactNode
}

/** A group with a button for the next page. */
function Paged({ list, title, focusOn, children }: PagedProps) {
  const { t } = useTranslation('bookings')
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const shown = bookingsOf(list).length
  const total = data.pages.at(-1)?.total ?? 0
  const { rowsRef, loadMore } = useLoadMore(shown, focusOn, fetchNextPage)
  return (
    <Group title={title}>
      <div ref={rowsRef}>{children}</div>
      {data.pages.length > 1 || hasNextPage ? (
        <div className="flex flex-wrap items-center gap-4">
          {hasNextPage && (
            <Button look="quiet" busy={isFetchingNextPage} onClick={loadMore}>
              {t('mine.more')}
            </Button>
          )}
          <p role="status" className="tabular text-soft">
            {t('mine.shown', { shown, total })}
          </p>
        </div>
      ) : null}
    </Group>
  )
}

/** Loads the next page and then focuses its first row, because the last page removes the button. */
function useLoadMore(
  count: number,
  focusOn: number | undefined,
  fetchNextPage: () => Promise<unknown>,
) {
  const rowsRef = useRef<HTMLDivElement>(null)
  const focusIndex = useRef(focusOn)
  useEffect(() => {
    const index = focusIndex.current
    if (index === undefined || count <= index) return
    focusIndex.current = undefined
    const rows = rowsIn(rowsRef.current)
    ;(rows[index] ?? rows.at(-1))?.focus()
  }, [count])
  const loadMore = () => {
    focusIndex.current = rowsIn(rowsRef.current).length
    void fetchNextPage()
  }
  return { rowsRef, loadMore }
}

/** The links of the rows, and what opens a row with several visits. */
const rowsIn = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLElement>(
    ':scope > ul > li > a, :scope > ul > li > details > summary',
  ) ?? []),
]

export function ClientVisitsSkeleton() {
  return (
    <div className="flex flex-col gap-3" aria-busy="true">
      <LoadingStatus />
      <Skeleton className="h-6 w-40" />
      <Skeleton className="h-66 rounded-lg" />
    </div>
  )
}
