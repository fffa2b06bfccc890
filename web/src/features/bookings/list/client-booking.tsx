import { Link } from '#web/ui/link.tsx'
import type {
  BookingHistoryItem,
  ClientBooking,
  ClientBookingDetail,
} from '#contract/bookings/bookings.ts'
import { displayName, firstNameOf } from '#contract/people/display-name.ts'
import { profileAddress } from '#web/features/market/professionals/addresses.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { useFailureToast } from '#web/ui/states/use-failure-toast.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useRefreshHome } from './bookings.api.ts'
import { Alternatives } from '../times/alternatives.tsx'
import { VisitLink } from '../one/visit-link.tsx'
import { BookingFacts, CalendarLink, VisitTime, WorkAndMoney } from '../one/booking-facts.tsx'
import { StatusBadge, StatusSentence } from '../one/booking-status.tsx'
import { ClientActions } from './client-actions.tsx'
import { OutsideMarks } from '../times/outside-marks.tsx'
import { ProposalPanel } from '../one/proposal-panel.tsx'

/** The page of one booking: what was agreed, its history, and the client's actions. rule: booking-lists */
export function ClientBookingPage({ booking }: { booking: ClientBookingDetail }) {
  const { t } = useTranslation('bookings')
  const { professional, status } = booking
  const isOpen = status === 'pending' || status === 'accepted'
  return (
    <article className="flex flex-col gap-8">
      <header className="flex flex-col items-start gap-3">
        <StatusBadge status={status} outcome={booking.outcome} stage={booking.stage} />
        <h1 className="text-2xl md:text-3xl first-letter:uppercase">
          <VisitTime booking={booking} />
        </h1>
        <div className="flex items-center gap-3">
          <Avatar name={professional.full_name} src={professional.profile_image_url} size="md" />
          <div className="min-w-0">
            <ProfessionalAndWork booking={booking} />
          </div>
        </div>
        <OutsideMarks booking={booking} />
        <StatusSentence booking={booking} reader="client" />
        <ProposalPanel booking={booking} name={displayName(professional.full_name)} />
        <div className="flex flex-wrap items-center gap-3 max-sm:w-full max-sm:*:grow">
          <ClientActions booking={booking} showsNextFree />
          <VisitLink booking={booking} />
          {isOpen && (
            <span className="max-sm:w-full">
              <CalendarLink id={booking.id} />
            </span>
          )}
        </div>
      </header>
      <Alternatives booking={booking} />
      <section className="card p-4 md:p-5">
        <h2 className="mb-2 text-xl">{t('details')}</h2>
        <BookingFacts booking={booking} />
        {typeof booking.newer_home === 'number' && (
          <NewerHome bookingId={booking.id} version={booking.newer_home} />
        )}
      </section>
      <section className="flex flex-col gap-4">
        <h2 className="text-xl">{t('one.history')}</h2>
        <History booking={booking} />
      </section>
    </article>
  )
}

/** The home was edited since it was copied: the client can give the visit the new facts. rule: home-of-booking */
function NewerHome({ bookingId, version }: { bookingId: string; version: number }) {
  const { t } = useTranslation('price')
  const refusalText = useRefusalText()
  const refresh = useRefreshHome()
  const failure = useFailureToast()
  const copy = async () => {
    failure.clear()
    try {
      await refresh.mutateAsync({ id: bookingId, version })
      toast.success(t('refresh.done'))
    } catch (error) {
      failure.show(refusalText(error))
    }
  }
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-3 rounded-md bg-sky p-3">
      <p>{t('refresh.text')}</p>
      <Button look="quiet" busy={refresh.isPending} onClick={() => void copy()}>
        {t('refresh.button')}
      </Button>
    </div>
  )
}

function ProfessionalAndWork({ booking }: { booking: ClientBooking }) {
  return (
    <>
      <p className="wrap-anywhere">
        <ProfessionalName professional={booking.professional} />
      </p>
      <p className="text-soft">
        <WorkAndMoney booking={booking} />
      </p>
    </>
  )
}

/** Links to the profile while the professional is reachable. rule: booking-private */
function ProfessionalName({ professional }: Pick<ClientBooking, 'professional'>) {
  const name = displayName(professional.full_name)
  if (!professional.reachable) return name
  return (
    <Link
      href={profileAddress(professional, { signedIn: true })}
      className="-my-2.5 inline-block py-2.5 font-medium text-action underline decoration-1 underline-offset-4"
    >
      {name}
    </Link>
  )
}

/** Oldest first, in wall-clock times of the home. */
function History({ booking }: { booking: ClientBookingDetail }) {
  const { t } = useTranslation('bookings')
  const format = useFormat()
  const name = firstNameOf(booking.professional.full_name)
  const when = (instant = '') => format.visit(instant, booking.time_zone)
  const sentence = ({ what, by, from, to }: BookingHistoryItem) => {
    const side = by === 'client' ? 'client' : 'professional'
    if (what === 'accepted' && booking.instant) return t('history.booked_at_once')
    if (what === 'moved') return t('history.moved', { from: when(from), to: when(to) })
    if (what === 'cancelled' || what === 'proposed' || what === 'proposal_declined') {
      return t(`history.${what}_${side}`, { name })
    }
    return t(`history.${what}`, { name })
  }
  return (
    <ol className="flex flex-col gap-3 border-l-2 border-line pl-4">
      {booking.history.map((item) => (
        <li key={`${item.what} ${item.at}`}>
          <p className="wrap-anywhere">{sentence(item)}</p>
          <time dateTime={item.at} className="block text-sm text-soft first-letter:uppercase">
            {format.visit(item.at, booking.time_zone)}
          </time>
        </li>
      ))}
    </ol>
  )
}
