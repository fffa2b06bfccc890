import type { ReactNode } from 'react'
import type { ClientBooking } from '#contract/bookings/bookings.ts'
import { durationText } from '#contract/calendar/duration-text.ts'
import { formatNearDay } from '#contract/date-formats.ts'
import { displayName, firstNameOf } from '#contract/people/display-name.ts'
import type { Visit } from '#contract/visits/visits.ts'
import { ServiceName } from '#web/features/bookings/list/service-name.tsx'
import { PhaseBadge } from '#web/features/bookings/one/phase-word.tsx'
import { VisitWhen } from '#web/features/bookings/one/visit-when.tsx'
import { profileAddress } from '#web/features/market/professionals/addresses.ts'
import { useFormat } from '#web/i18n/format.ts'
import { dateIn } from '#web/i18n/today-in.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useUser } from '#web/session/session.ts'
import { DotSeparated } from '#web/ui/dot-separated.tsx'
import { Link } from '#web/ui/link.tsx'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { useNow } from '#web/ui/states/use-now.ts'
import { useStageNews } from '../day/stage-news.ts'
import { ContactLinks } from '../problems/contact-links.tsx'
import { MoreMenu } from './more-menu.tsx'
import { isAhead, WayThere } from './way-there.tsx'

type HeaderProps = {
  visit: Visit
  /** The professional, for the client. */
  professional: ClientBooking['professional'] | undefined
}

/** How far the visit is, when it is, with whom, and the ways to reach them. rule: visit-view */
export function VisitHeader({ visit, professional }: HeaderProps) {
  const { t } = useTranslation(['visits', 'bookings'])
  const format = useFormat()
  const isClient = useUser()?.role === 'client'
  const { other, hours } = visit
  return (
    <header className="flex flex-col items-start gap-3">
      <div className="flex w-full flex-wrap items-center gap-x-3">
        <PhaseBadge visit={visit} />
        {!isClient && <TimeLeft visit={visit} />}
        {!isClient && (
          <span className="ml-auto">
            <MoreMenu visit={visit} />
          </span>
        )}
      </div>
      <h1 className="text-2xl md:text-3xl">
        <VisitWhen visit={visit} />
      </h1>
      <div className="flex items-center gap-3">
        {isClient && (
          <Avatar
            id={other.user_id}
            name={professional?.full_name ?? other.name}
            src={professional?.profile_image_url ?? null}
          />
        )}
        <div className="min-w-0 wrap-anywhere">
          <p>
            <OtherSide professional={professional}>{other.name}</OtherSide>
          </p>
          <p className="text-soft">
            <DotSeparated
              facts={[
                <ServiceName key="service" visit={visit} />,
                t('bookings:hours', { count: visit.estimated_hours }),
                <strong key="money" className="tabular font-semibold">
                  {format.money(
                    hours?.state === 'settled' ? hours.final_amount : visit.total_amount,
                  )}
                </strong>,
              ]}
            />
          </p>
        </div>
      </div>
      {isClient && <NewsOfStage visit={visit} />}
      {!isClient && isAhead(visit) ? (
        <WayThere visit={visit} />
      ) : (
        <div className="flex w-full flex-wrap items-start gap-2">
          <ContactLinks visit={visit} />
          {isClient && <MoreMenu visit={visit} />}
        </div>
      )}
    </header>
  )
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** 'Starts in 3 days' or, on its day, 'Starts in 2 h 50 min', until the professional is on the way. */
function TimeLeft({ visit: { status, stage, starts_at, time_zone } }: { visit: Visit }) {
  const { t, i18n } = useTranslation('visits')
  const now = useNow()
  const minutes = Math.ceil((Date.parse(starts_at) - +now) / MINUTE_MS)
  if (status !== 'accepted' || stage !== null || minutes <= 0) return null
  const dayOf = (instant: Date) => Date.parse(dateIn(time_zone, instant))
  const days = (dayOf(new Date(starts_at)) - dayOf(now)) / DAY_MS
  return (
    <p className="text-sm font-medium text-soft">
      {days > 0
        ? t('starts', { day: formatNearDay(i18n.language, days) })
        : t('starts_in', { time: durationText(minutes) })}
    </p>
  )
}

type OtherSideProps = Pick<HeaderProps, 'professional'> & { children: string }

/** Links to the profile while the professional is reachable. rule: booking-roles */
function OtherSide({ professional, children }: OtherSideProps): ReactNode {
  if (!professional?.reachable) return children
  return (
    <Link
      href={profileAddress(professional, { signedIn: true })}
      className="-my-2.5 inline-block py-2.5 font-medium text-action underline decoration-1 underline-offset-4"
    >
      {displayName(professional.full_name)}
    </Link>
  )
}

/** The client's news of the professional's stage, read aloud when it changes. rule: visit-view */
function NewsOfStage({ visit }: { visit: Visit }) {
  const news = useStageNews()({ ...visit, name: firstNameOf(visit.other.name) })
  return (
    <p role="status" className="text-lg font-medium text-action empty:absolute">
      {news}
    </p>
  )
}
