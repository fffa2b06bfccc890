import { memo } from 'react'
import type { ClientBooking } from '#contract/bookings/bookings.ts'
import { firstNameOf } from '#contract/people/display-name.ts'
import { ProposalPanel } from '../one/proposal-panel.tsx'
import { VisitWhen } from '../one/visit-when.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { DotSeparated } from '#web/ui/dot-separated.tsx'
import { Link } from '#web/ui/link.tsx'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { bookingAddress, visitAddress } from './booking-address.ts'
import { ServiceName } from './service-name.tsx'

/** A visit with a question to the client, and the buttons that answer it. rule: booking-lists */
export const VisitToAnswer = memo(function VisitToAnswer({ booking }: { booking: ClientBooking }) {
  const { t } = useTranslation('hours')
  const { id, professional } = booking
  const name = firstNameOf(professional.full_name)
  return (
    <article className="card flex flex-col overflow-clip">
      <Link href={bookingAddress(id)} className="flex items-center gap-3 px-4 py-2.5 hover:bg-mint">
        <Avatar name={professional.full_name} src={professional.profile_image_url} size="md" />
        <span className="min-w-0 grow wrap-anywhere">
          <strong className="block font-semibold">
            <VisitWhen visit={booking} />
          </strong>
          <span className="block text-sm text-soft">
            <DotSeparated facts={[name, <ServiceName key="service" visit={booking} />]} />
          </span>
        </span>
      </Link>
      <div className="px-4 pb-4">
        <ProposalPanel booking={booking} name={name} isInList />
        {booking.may_answer_hours && (
          <ButtonLink href={visitAddress(id)} wide>
            {t('answer')}
          </ButtonLink>
        )}
      </div>
    </article>
  )
})
