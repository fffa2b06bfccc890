import { useEffect, useRef } from 'react'
import type { ClientBooking } from '#contract/bookings/bookings.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/states/skeleton.tsx'
import { latestOfEach } from '../dialog/book-again.tsx'
import { ClientBookingCard } from './client-booking.tsx'

/** The number of professionals for whom the list asks for the next free time. */
export const NEXT_FREE_SHOWN = 3

type ClientBookingsSectionProps = {
  title: string
  /** Shown when the list is empty. */
  emptyText?: string
  list: {
    data: { pages: { bookings: ClientBooking[]; total: number }[] }
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => Promise<unknown>
  }
}

/** A client's upcoming or past bookings, with a button for the next page. rule: booking-lists */
export function ClientBookingsSection({ title, emptyText, list }: ClientBookingsSectionProps) {
  const { t } = useTranslation('bookings')
  const { data, hasNextPage, isFetchingNextPage } = list
  const loaded = data.pages.flatMap((page) => page.bookings)
  const bookings = answersFirst(loaded)
  const latest = latestOfEach(loaded, NEXT_FREE_SHOWN)
  const total = data.pages.at(-1)?.total ?? 0
  const { itemsRef, loadMore } = useLoadMore(bookings.length, list.fetchNextPage)
  return (
    <section className="flex flex-col gap-4">
      <h2 className="text-xl">{title}</h2>
      {bookings.length === 0 && <p className="text-soft">{emptyText}</p>}
      <ul ref={itemsRef} className="flex flex-col gap-4">
        {bookings.map((booking) => (
          <li key={booking.id}>
            <ClientBookingCard booking={booking} showsNextFree={latest.includes(booking)} />
          </li>
        ))}
      </ul>
      {data.pages.length > 1 || hasNextPage ? (
        <div className="flex flex-wrap items-center gap-4">
          {hasNextPage && (
            <Button look="quiet" busy={isFetchingNextPage} onClick={loadMore}>
              {t('mine.more')}
            </Button>
          )}
          <p role="status" className="tabular text-soft">
            {t('mine.shown', { shown: bookings.length, total })}
          </p>
        </div>
      ) : null}
    </section>
  )
}

/** Puts what waits for the client's answer before the rest. rule: booking-lists */
function answersFirst(bookings: ClientBooking[]): ClientBooking[] {
  const waits = ({ proposal, may_answer_hours: mayAnswerHours }: ClientBooking) =>
    mayAnswerHours || proposal?.may.includes('accepted')
  return [...bookings.filter(waits), ...bookings.filter((booking) => !waits(booking))]
}

/** Loads the next page and then focuses its first item, because the last page removes the button. */
function useLoadMore(count: number, fetchNextPage: () => Promise<unknown>) {
  const itemsRef = useRef<HTMLUListElement>(null)
  const focusIndex = useRef<number>(undefined)
  useEffect(() => {
    const index = focusIndex.current
    if (index === undefined || count <= index) return
    focusIndex.current = undefined
    itemsRef.current?.children[index]?.querySelector('a')?.focus()
  }, [count])
  const loadMore = () => {
    focusIndex.current = count
    void fetchNextPage()
  }
  return { itemsRef, loadMore }
}

export function ClientBookingsSkeleton() {
  return (
    <div className="flex flex-col gap-4" aria-busy="true">
      <LoadingStatus />
      <Skeleton className="h-7 w-40" />
      <Skeleton className="h-44 rounded-lg" />
      <Skeleton className="h-44 rounded-lg" />
    </div>
  )
}
