import type { ReactNode } from 'react'
import type { ProfessionalBooking } from '#contract/bookings/bookings.ts'
import { LEAD_CLOSED } from '#contract/money/lead-closed.ts'
import { useProposalAnswer } from '#web/features/bookings/one/proposal-panel.tsx'
import { useAnswer } from '#web/features/bookings/one/use-answer.ts'
import { useVisitTime } from '#web/features/bookings/one/use-visit-time.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { DotSeparated } from '#web/ui/dot-separated.tsx'
import { ChevronDownIcon, WarningIcon } from '#web/ui/pictures/icons.tsx'
import { RequestDetails } from './request-details.tsx'

type RequestRowProps = { booking: ProfessionalBooking; onAnswered: () => void }

/**
 * A request with what decides it: time, price, place, and a clash or what an hour brings. A press on it opens the rest.
 * rule: booking-moves, booking-conflict, net-hour
 */
export function RequestRow({ booking, onAnswered }: RequestRowProps) {
  const { t } = useTranslation('today')
  const format = useFormat()
  const timeOf = useVisitTime()
  const proposed = askedInstead(booking)
  const time = timeOf(proposed?.starts_at ?? booking.starts_at, booking)
  return (
    <article className="group/row card relative grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-2 px-4 pt-3 pb-1 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
      <header>
        <div className="flex items-start justify-between gap-3">
          <h3 className="min-w-0 text-base text-wrap first-letter:uppercase">
            <time dateTime={proposed?.starts_at ?? booking.starts_at}>{time}</time>
          </h3>
          <span className="flex shrink-0 items-center gap-1">
            <strong className="tabular font-display text-lg leading-6 font-semibold">
              {format.money(booking.total_amount)}
            </strong>
            <ChevronDownIcon className="-mr-1 size-5 text-soft transition-transform group-has-[details[open]]/row:rotate-180" />
          </span>
        </div>
        <Facts booking={booking} />
        <SecondLine booking={booking} />
      </header>
      <Answers booking={booking} onAnswered={onAnswered} />
      <details className="md:col-span-2">
        {/* It lies over the row, below its buttons and links, and over its heading alone once the row is open. */}
        <summary className="absolute inset-0 list-none rounded-lg [details[open]>&]:bottom-auto [details[open]>&]:h-24 focus-visible:outline-3 focus-visible:-outline-offset-3 focus-visible:outline-action">
          <span className="sr-only">{t('request.details', { time })}</span>
        </summary>
        <RequestDetails booking={booking} onAnswered={onAnswered} />
      </details>
    </article>
  )
}

/** The client's proposal, which stands in the place of the asked time. rule: proposals */
function askedInstead({ proposal }: ProfessionalBooking) {
  return proposal?.by === 'client' && proposal.may.includes('accepted') ? proposal : null
}

function Facts({ booking }: { booking: ProfessionalBooking }) {
  const { t } = useTranslation(['bookings', 'search', 'today'])
  const format = useFormat()
  const { net_hour: net, zip_code: zip } = booking
  return (
    <p className="text-sm break-words text-soft">
      <DotSeparated
        facts={[
          booking.client_details.first_name,
          t('hours', { count: booking.estimated_hours }),
          // The net hour counts the way back too.
          net
            ? t('today:request.distance', {
                zip,
                miles: format.number(Math.round(net.travel_miles / 2)),
              })
            : zip,
          // The usual service is in the details.
          ...(booking.service_type === 'standard'
            ? []
            : [t(`search:service_types.${booking.service_type}`)]),
          ...(booking.cleaning_frequency === 'one_time'
            ? []
            : [t(`search:frequencies.${booking.cleaning_frequency}`)]),
        ]}
      />
    </p>
  )
}

/** The one thing that matters most: why it cannot be accepted, another time, a clash, or what an hour brings. */
function SecondLine({ booking }: { booking: ProfessionalBooking }) {
  const { t } = useTranslation(['today', 'bookings', 'errors'])
  const format = useFormat()
  const timeOf = useVisitTime()
  const { proposal, clashes, net_hour: net, locked, closed, may } = booking
  if (closed) return <Warning>{t(`errors:${LEAD_CLOSED[closed]}`)}</Warning>
  if (locked) return <Warning>{t('request.locked')}</Warning>
  if (!may.includes('accepted') && may.includes('declined'))
    return <Warning>{t('errors:activate_to_accept')}</Warning>
  if (askedInstead(booking))
    return <Warning>{t('request.instead', { old: timeOf(booking.starts_at, booking) })}</Warning>
  if (proposal?.by === 'professional')
    return <Warning>{t('request.proposed', { new: timeOf(proposal.starts_at, booking) })}</Warning>
  const [clash] = clashes
  if (clash)
    return (
      <Warning>
        {clashes.length > 1
          ? t('request.clashes', { count: clashes.length })
          : t('request.clash', {
              name: clash.first_name,
              from: format.time(clash.starts_at, clash.time_zone),
              to: format.time(clash.ends_at, clash.time_zone),
            })}
      </Warning>
    )
  if (booking.outside_hours) return <Warning>{t('bookings:outside.stated')}</Warning>
  if (!net) return null
  return (
    <p className="text-sm text-action">
      {t('request.net', { amount: wholeDollars(format.money(Math.round(net.net_per_hour))) })}
    </p>
  )
}

/** '$25.00' is '$25': an estimate is not exact to the cent. */
const wholeDollars = (amount: string) => amount.replace(/[.,]00$/, '')

function Warning({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-1.5 text-sm font-medium text-amber">
      <WarningIcon className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  )
}

/** Accept answers the client's proposal, if there is one. rule: proposals */
function Answers({ booking, onAnswered }: RequestRowProps) {
  const { t } = useTranslation('dashboard')
  const request = useAnswer(booking, onAnswered)
  const proposal = useProposalAnswer(booking.id)
  const proposed = askedInstead(booking)
  const accept = () => {
    if (proposed) void proposal.answer(proposed.id, 'accepted')
    else request.send('accepted')
  }
  const isSending = proposal.sent !== undefined
  return (
    <div className="relative z-1 grid grid-cols-2 gap-2 md:mb-1">
      <Button
        disabled={!(proposed || request.canAccept) || isSending}
        busy={proposal.sent === 'accepted' || request.isSending('accepted')}
        onClick={accept}
      >
        {t('answer.accept')}
      </Button>
      <Button
        look="quiet"
        disabled={!request.canDecline || isSending}
        busy={request.isSending('declined')}
        onClick={() => request.send('declined')}
      >
        {t('answer.decline')}
      </Button>
    </div>
  )
}
