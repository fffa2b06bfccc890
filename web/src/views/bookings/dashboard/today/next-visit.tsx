import { useId } from 'react'
import type { ProfessionalBooking } from '#contract/bookings/bookings.ts'
import { visitAddress } from '#web/features/bookings/list/booking-address.ts'
import { ServiceName } from '#web/features/bookings/list/service-name.tsx'
import { pressedNow } from '#web/features/bookings/one/press-age.ts'
import { PhaseBadge } from '#web/features/bookings/one/phase-word.tsx'
import { useLogContact } from '#web/features/visits/problems/problems.api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { dateIn, todayIn } from '#web/i18n/today-in.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { DotSeparated } from '#web/ui/dot-separated.tsx'
import { Link } from '#web/ui/link.tsx'
import { PinIcon } from '#web/ui/pictures/icons.tsx'
import { ArrowRightIcon } from '#web/ui/pictures/icons-public.tsx'
import { LockIcon, PhoneIcon } from '#web/ui/pictures/icons-signed-in.tsx'
import { PhoneLink } from '#web/ui/phone-link.tsx'
import { useNow } from '#web/ui/states/use-now.ts'
import { CompleteButton } from '../agenda/complete-button.tsx'
import { clientName } from '#web/features/bookings/one/client-contact.tsx'

type Visit = ProfessionalBooking

const ACTION =
  'inline-flex min-h-11 items-center justify-center gap-1.5 rounded-md border border-edge bg-surface px-2 py-1.5 text-center font-semibold hover:border-action hover:bg-mint'

/** The visit of now, or the next one, with the way there, the phone and the access. rule: dashboard */
export function NextVisit({ visit }: { visit: Visit }) {
  const { t } = useTranslation(['today', 'dashboard', 'bookings'])
  const format = useFormat()
  const timeOf = useTimeOfDay()
  const isNow = useNow() >= new Date(visit.starts_at) || visit.stage !== null
  const { address, city, state, zip_code, net_hour: net, locked } = visit
  const place = [address, `${city}, ${state} ${zip_code}`].filter(Boolean).join(', ')
  const title = timeOf(visit)
  return (
    <section
      aria-labelledby="next-visit"
      className="flex flex-col gap-3 rounded-lg bg-mint px-4 py-3 md:px-5 md:py-4"
    >
      <div className="flex flex-col">
        <p className="text-sm font-semibold text-action">{t(isNow ? 'visit.now' : 'visit.next')}</p>
        <h2 id="next-visit" className="text-xl text-wrap first-letter:uppercase">
          {locked ? (
            title
          ) : (
            <Link href={visitAddress(visit.id)} className="hover:underline">
              {title}
              {'\u00A0'}
              <ArrowRightIcon className="inline size-5 align-[-0.15em] text-action" />
            </Link>
          )}
        </h2>
        <p className="break-words">
          <DotSeparated
            facts={[
              clientName(visit),
              <ServiceName key="service" visit={visit} />,
              format.money(visit.total_amount),
            ]}
          />
        </p>
        <p className="wrap-anywhere text-soft">
          {place}
          {/* The net hour counts the way back too. */}
          {net && ` · ${t('visit.drive', { minutes: Math.ceil(net.travel_minutes / 2) })}`}
        </p>
      </div>
      {!locked && <Actions visit={visit} place={place} />}
      {visit.may.includes('completed') && <CompleteButton bookingId={visit.id} />}
    </section>
  )
}

function Actions({ visit, place }: { visit: Visit; place: string }) {
  const { t } = useTranslation(['today', 'visits'])
  const { mutate } = useLogContact(visit.id)
  const { phone } = visit.client_details
  return (
    <div className="grid auto-cols-fr grid-flow-col gap-2">
      <a
        href={`https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(place)}`}
        target="_blank"
        rel="noreferrer"
        className={ACTION}
      >
        <PinIcon className="size-5 max-sm:hidden" />
        {t('visit.directions')}
        <span className="sr-only">, {t('visit.new_tab')}</span>
      </a>
      {phone && (
        // The press counts as an attempt to reach the client. rule: no-show
        <PhoneLink
          phone={phone}
          className={ACTION}
          onClick={() => mutate({ way: 'call', pressed: pressedNow() })}
        >
          <PhoneIcon className="size-5 max-sm:hidden" />
          {t('visits:call')}
        </PhoneLink>
      )}
      <ButtonLink look="quiet" className="gap-1.5 px-2" href={`${visitAddress(visit.id)}#access`}>
        <LockIcon className="size-5 max-sm:hidden" />
        {t('visit.access')}
      </ButtonLink>
    </div>
  )
}

type OthersProps = {
  visits: readonly Visit[]
  /** Whether they are over. */
  isOver?: boolean
}

/** The other accepted visits of today, one row each. rule: dashboard */
export function OtherVisitsToday({ visits, isOver = false }: OthersProps) {
  const { t } = useTranslation('today')
  const timeOf = useTimeOfDay()
  const id = useId()
  if (visits.length === 0) return null
  return (
    <section aria-labelledby={id} className="card px-4 pt-3">
      <h2 id={id} className="text-base">
        {t(isOver ? 'visit.earlier' : 'visit.more')}
      </h2>
      <ul className="divide-y divide-line">
        {visits.map((visit) => (
          <li key={visit.id} className="flex flex-wrap items-center justify-between gap-x-3 py-2">
            <p className="min-w-0 grow basis-40">
              {visit.locked ? (
                timeOf(visit)
              ) : (
                <Link
                  href={visitAddress(visit.id)}
                  className="font-medium text-action underline decoration-1 underline-offset-4"
                >
                  {timeOf(visit)}
                </Link>
              )}
              <span className="block text-sm wrap-anywhere text-soft">
                {clientName(visit)}, {visit.city} {visit.zip_code}
              </span>
            </p>
            {visit.may.includes('completed') ? (
              <CompleteButton bookingId={visit.id} />
            ) : (
              visit.stage && <PhaseBadge visit={visit} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const DAY_MS = 86_400_000

/** Returns 'Today, 9:00 AM to 11:00 AM', by the clock of the home. */
function useTimeOfDay() {
  const { t } = useTranslation(['dashboard', 'bookings'])
  const format = useFormat()
  return ({ starts_at, ends_at, time_zone: zone }: Visit): string => {
    const date = dateIn(zone, new Date(starts_at))
    const start = format.time(starts_at, zone)
    const from =
      date === todayIn(zone)
        ? `${t('agenda.today_is')}, ${start}`
        : date === dateIn(zone, new Date(Date.now() + DAY_MS))
          ? `${t('agenda.tomorrow')}, ${start}`
          : format.visit(starts_at, zone)
    return t('agenda.hours', { from, to: format.time(ends_at, zone) })
  }
}
