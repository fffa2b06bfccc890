import { useEffect, useRef } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { ClientBooking } from '#contract/bookings.ts'
import { Button } from '#web/ui/button.tsx'
import { ClientBookingCard } from './client-booking-card.tsx'

type BookingsPartProps = {
  title: string
  /** Where there is none. */
  none?: string
  list: {
    data: { pages: { bookings: ClientBooking[]; total: number }[] }
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => Promise<unknown>
  }
}

/** One part of a client's bookings, twenty at first and more when asked for. */
export function BookingsPart({ title, none, list }: BookingsPartProps) {
  const { t } = useTranslation('bookings')
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const bookings = data.pages.flatMap((page) => page.bookings)
  const total = data.pages.at(-1)?.total ?? 0
  const items = useRef<HTMLUListElement>(null)
  const goOnAt = useRef<number>(undefined)
  // The button may be gone by now: who asked for more reads on at the first that is new.
  useEffect(() => {
    const next = goOnAt.current
    if (next === undefined || bookings.length <= next) return
    goOnAt.current = undefined
    items.current?.children[next]?.querySelector('a')?.focus()
  }, [bookings.length])
  const more = () => {
    goOnAt.current = bookings.length
    void fetchNextPage()
  }
  return (
    <section className="flex flex-col gap-4">
      <h2 className="text-xl">{title}</h2>
      {bookings.length === 0 && <p className="text-soft">{none}</p>}
      <ul ref={items} className="flex flex-col gap-4">
        {bookings.map((booking) => (
          <li key={booking.id}>
            <ClientBookingCard booking={booking} />
          </li>
        ))}
      </ul>
      {data.pages.length > 1 || hasNextPage ? (
        <div className="flex flex-wrap items-center gap-4">
          {hasNextPage && (
            <Button look="quiet" busy={isFetchingNextPage} onClick={more}>
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
