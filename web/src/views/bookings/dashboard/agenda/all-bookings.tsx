import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { emptySignedIn } from '#drawings/empty-signed-in.ts'
import { useLocation } from 'wouter'
import { BOOKING_STATUSES } from '#contract/bookings/booking-status.ts'
import type { BookingStatus } from '#contract/bookings/booking-status.ts'
import type { ProfessionalBooking } from '#contract/bookings/bookings.ts'
import { useApi } from '#web/api/use-api.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { QueryState, SavedAt } from '#web/ui/states/query-state.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/states/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { phaseOf } from '#web/features/bookings/one/phase.ts'
import { professionalBookingsQuery } from '#web/features/bookings/list/bookings.api.ts'
import { BookingsByDay } from './bookings-by-day.tsx'
import { bookingsAddress, bookingsFilterIn, filterBookings } from './bookings-filter.ts'
import type { BookingsFilter } from './bookings-filter.ts'
import { BookingsList } from './bookings-list.tsx'
import { dashboardAddress } from '#web/router/dashboard-address.ts'

type AllBookingsProps = {
  professionalId: string
  search: URLSearchParams
  /** Whether the server cannot be reached. */
  isOffline: boolean
  onClose: () => void
}

/** All bookings of a professional as a list or a calendar, searched and filtered. rule: booking-lists */
export default function AllBookings({
  professionalId,
  search,
  isOffline,
  onClose,
}: AllBookingsProps) {
  const { t } = useTranslation('dashboard')
  const query = useQuery(professionalBookingsQuery(useApi(), professionalId))
  return (
    <Dialog title={t('all.title')} height="full" width="wide" onClose={onClose}>
      <QueryState query={query} failed={t('all.failed')} pending={<ListSkeleton />}>
        {(bookings) => (
          <div className="flex flex-col gap-5">
            <SavedAt readAt={query.dataUpdatedAt} error={query.error} isOffline={isOffline} />
            <FilteredBookings bookings={bookings} filter={bookingsFilterIn(search)} />
          </div>
        )}
      </QueryState>
    </Dialog>
  )
}

type FilteredBookingsProps = { bookings: ProfessionalBooking[]; filter: BookingsFilter }

function FilteredBookings({ bookings, filter }: FilteredBookingsProps) {
  const { t } = useTranslation(['dashboard', 'bookings'])
  const [, navigate] = useLocation()
  const show = (changes: Partial<BookingsFilter>) =>
    navigate(bookingsAddress({ ...filter, ...changes }), { replace: true })
  return (
    <div className="flex flex-col gap-5">
      <Controls filter={filter} onShow={show} />
      {filter.as === 'calendar' ? (
        <BookingsByDay
          bookings={filterBookings(filter.status ? bookings : bookings.filter(isPlanned), filter)}
          day={filter.day}
          onDay={(day) => show({ day })}
        />
      ) : bookings.length === 0 ? (
        <EmptyState drawing={emptySignedIn.noBookings} title={t('recent.none')} />
      ) : (
        <BookingsList
          bookings={filterBookings(bookings, filter)}
          none={<p className="mt-3 text-soft">{t('all.none')}</p>}
        />
      )}
      <TextLink href={dashboardAddress('calendar-feed')}>{t('bookings:feed.open')}</TextLink>
    </div>
  )
}

/** The calendar shows declined and cancelled bookings only when their status is chosen. rule: booking-lists */
const isPlanned = ({ status }: ProfessionalBooking) =>
  status !== 'declined' && status !== 'cancelled'

function ListSkeleton() {
  return (
    <div className="flex flex-col gap-4" aria-busy="true">
      <LoadingStatus />
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
    </div>
  )
}

type ControlsProps = { filter: BookingsFilter; onShow: (changes: Partial<BookingsFilter>) => void }

function Controls({ filter, onShow }: ControlsProps) {
  const { t } = useTranslation(['dashboard', 'bookings'])
  return (
    <div className="grid grid-cols-2 gap-3 md:grid-cols-[1fr_14rem_auto] md:items-end">
      <TextField
        label={t('all.search')}
        type="search"
        className="col-span-2 md:col-span-1"
        value={filter.text}
        onChange={(event) => onShow({ text: event.target.value })}
      />
      <SelectField
        label={t('all.state')}
        className="max-md:col-span-2"
        value={filter.status ?? ''}
        onChange={(event) => onShow({ status: (event.target.value as BookingStatus) || undefined })}
      >
        <option value="">{t('all.every_state')}</option>
        {BOOKING_STATUSES.map((status) => (
          <option key={status} value={status}>
            {t(`bookings:phase.${phaseOf({ status })}`)}
          </option>
        ))}
      </SelectField>
      <div
        role="group"
        aria-label={t('all.shown_as')}
        className="col-span-2 flex gap-2 md:col-span-1"
      >
        {(['list', 'calendar'] as const).map((as) => (
          <Button
            key={as}
            look="quiet"
            className="grow aria-pressed:border-action aria-pressed:bg-mint aria-pressed:text-action"
            aria-pressed={filter.as === as}
            onClick={() => onShow({ as })}
          >
            {t(`all.${as}`)}
          </Button>
        ))}
      </div>
    </div>
  )
}
