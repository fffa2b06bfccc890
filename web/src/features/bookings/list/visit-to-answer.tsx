import { memo } from 'react'
import type { ClientBooking } from '#contract/bookings/bookings.ts'
import { firstNameOf } from '#contract/people/display-name.ts'
import { ProposalPanel } from '../one/proposal-panel.tsx'
import { VisitWhen } from '../one/visit-when.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { DotSeparated } from '#web/ui/dot-separated.tsx'
import { Link } from '#web/ui/link.tsx'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { ChevronDownIcon } from '#web/ui/pictures/icons.tsx'
import { visitAddress } from './booking-address.ts'
import { ServiceName } from './service-name.tsx'

/** A visit with a question to the client: about its time, with the answers, or about its hours. rule: booking-lists */
export const VisitToAnswer = memo(function VisitToAnswer({ booking }: { booking: ClientBooking }) {
  const { t } = useTranslation('hours')
  const { id, professional, may_answer_hours: asksHours } = booking
  const name = firstNameOf(professional.full_name)
  return (
    <article className="card flex flex-col overflow-clip">
      <Link
        href={visitAddress(id)}
        className="flex min-h-16 items-center gap-2.5 px-3.5 py-2 hover:bg-mint"
      >
        <Avatar
          id={professional.user_id}
          name={professional.full_name}
          src={professional.profile_image_url}
          size="md"
        />
        <span className="min-w-0 grow wrap-anywhere">
          <strong className="block font-semibold">
            <VisitWhen visit={booking} />
          </strong>
          <span className="block text-sm text-soft">
            <DotSeparated facts={[name, <ServiceName key="service" visit={booking} />]} />
          </span>
          {asksHours && (
            <span className="block text-sm font-semibold text-amber">{t('answer')}</span>
          )}
        </span>
        <ChevronDownIcon className="size-5 shrink-0 -rotate-90 text-soft" />
      </Link>
      <div className="px-3.5 pb-3.5 empty:hidden">
        <ProposalPanel booking={booking} name={name} isInList />
      </div>
    </article>
  )
})
