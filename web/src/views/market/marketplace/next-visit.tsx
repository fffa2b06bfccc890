import { useQuery } from '@tanstack/react-query'
import type { ClientBooking } from '#contract/bookings/bookings.ts'
import { firstNameOf } from '#contract/people/display-name.ts'
import { useApi } from '#web/api/use-api.ts'
import { visitAddress } from '#web/features/bookings/list/booking-address.ts'
import { ServiceName } from '#web/features/bookings/list/service-name.tsx'
import { PhaseWord } from '#web/features/bookings/one/phase-word.tsx'
import { VisitWhen } from '#web/features/bookings/one/visit-when.tsx'
import { useStageNews } from '#web/features/visits/day/stage-news.ts'
import { visitQuery } from '#web/features/visits/day/visits.api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { threadAddress } from '#web/router/message-addresses.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { DotSeparated } from '#web/ui/dot-separated.tsx'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

/** The next visit: when, with whom and where, and on its day how far it is. rule: marketplace-panel */
export function NextVisit({ booking }: { booking: ClientBooking }) {
  const { t } = useTranslation(['marketplace', 'bookings'])
  const { id, professional, address, city } = booking
  return (
    <section className="flex flex-col gap-2">
      <header className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-lg">{t('next.title')}</h2>
        <TextLink href="/bookings">{t('next.all')}</TextLink>
      </header>
      <div className="card flex flex-col gap-3 p-4">
        <div className="flex items-center gap-3">
          <Avatar
            id={professional.user_id}
            name={professional.full_name}
            src={professional.profile_image_url}
            size="lg"
          />
          <div className="min-w-0 wrap-anywhere">
            <h3 className="text-xl leading-tight md:text-2xl">
              <VisitWhen visit={booking} />
            </h3>
            <div className="text-soft">
              <DotSeparated
                facts={[
                  <strong key="name" className="font-semibold text-ink">
                    {firstNameOf(professional.full_name)}
                  </strong>,
                  <ServiceName key="service" visit={booking} />,
                  ...(address ? [`${address}, ${city}`] : []),
                ]}
              />
            </div>
          </div>
        </div>
        <LiveLine booking={booking} />
        <div className="grid grid-cols-2 gap-3 sm:flex">
          <ButtonLink look="quiet" href={threadAddress(professional.user_id)}>
            {t('bookings:message')}
          </ButtonLink>
          <ButtonLink look="quiet" href={visitAddress(id)}>
            {t('bookings:details')}
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}

/** 'Grace is on the way, about 20 min', or 'Requested'. The minutes are known to the visit alone. */
function LiveLine({ booking }: { booking: ClientBooking }) {
  const { id, stage, professional } = booking
  const { data } = useQuery({ ...visitQuery(useApi(), id), enabled: Boolean(stage) })
  const name = firstNameOf(professional.full_name)
  const news = useStageNews()({ stages: [], ...data, ...booking, stage, name })
  return (
    <p role="status" className="font-medium text-action empty:absolute">
      {news ?? (booking.status === 'pending' && <PhaseWord visit={booking} />)}
    </p>
  )
}
