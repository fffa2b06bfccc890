import { useTranslation } from '#web/i18n/use-translation.ts'
import { displayName, firstNameOf } from '#contract/people/display-name.ts'
import { BOOKING_ANSWER_HOURS } from '#contract/bookings/booking-rules.ts'
import type { Answer } from '#web/api/client.ts'
import { ContactButton } from '#web/features/market/professionals/contact-button.tsx'
import type { ShownProfessional } from '#web/features/market/professionals/professionals.api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { browserTimeZone } from '#web/i18n/time-zone.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { DotSeparated } from '#web/ui/dot-separated.tsx'
import { CheckIcon, InfoIcon } from '#web/ui/pictures/icons.tsx'
import { visitAddress } from '../list/booking-address.ts'
import { CalendarLink, VisitTime } from '../one/booking-facts.tsx'

type Booked = Answer<'POST /api/bookings'>

type BookingSentProps = {
  professional: ShownProfessional
  /** The booking as the server answered it. The form behind the dialog can have changed since it was sent. */
  booked: Booked
  /** Dollars that the dialog showed when it was sent. rule: price-lines */
  shownTotal: number
}

/**
 * The request was sent, or the visit is booked: what was agreed, what happens next, and by when an answer comes. rule:
 * booking-dialog
 */
export function BookingSent({ professional, booked, shownTotal }: BookingSentProps) {
  const { t } = useTranslation(['bookings', 'search'])
  const format = useFormat()
  const { visit, total_amount: total, later_amount: later } = booked
  const name = displayName(professional.full_name)
  const steps = useNextSteps(firstNameOf(name), booked)
  return (
    <div className="flex flex-col gap-6">
      <div
        data-first-field
        tabIndex={-1}
        role="status"
        className="flex items-start gap-3 outline-none"
      >
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-mint text-action">
          <CheckIcon />
        </span>
        <p>
          <strong className="block text-lg font-semibold">{name}</strong>
          <span className="block first-letter:uppercase">
            <VisitTime booking={visit} />
          </span>
          <span className="tabular text-soft">
            <DotSeparated
              facts={[
                t(`search:service_types.${visit.service_type}`),
                t('hours', { count: visit.estimated_hours }),
                format.money(total),
              ]}
            />
          </span>
        </p>
      </div>
      {booked.price_changed && (
        <p
          role="alert"
          className="flex items-start gap-2.5 rounded-md bg-amber-soft p-3.5 text-amber"
        >
          <InfoIcon className="mt-0.5 size-5 shrink-0" />
          <span className="font-medium">
            {total !== shownTotal &&
              t('booked.price_changed', {
                total: format.money(total),
                expected: format.money(shownTotal),
              })}
            {later !== null && ` ${t('booked.later', { later: format.money(later) })}`}
          </span>
        </p>
      )}
      <section>
        <h3 className="mb-2 text-lg">{t('booked.next')}</h3>
        <ol className="flex list-decimal flex-col gap-2 pl-5 marker:text-soft">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
    </div>
  )
}

/** Sentences that tell what happens next, and by when an answer comes. */
function useNextSteps(
  name: string,
  { expires_at, held }: Pick<Booked, 'expires_at' | 'held'>,
): string[] {
  const { t } = useTranslation('bookings')
  const format = useFormat()
  if (held) {
    const answer = t('booked.held_answer', { hours: BOOKING_ANSWER_HOURS })
    return [t('booked.held', { name }), answer, t('booked.follow')]
  }
  if (expires_at === null) return [t('booked.comes', { name }), t('booked.change')]
  return [
    t('booked.received', { name }),
    t('booked.answer_by', { time: format.visit(expires_at, browserTimeZone()) }),
    t('booked.follow'),
  ]
}

type BookingSentActionsProps = {
  id: string
  clientId: string
  professional: ShownProfessional
  onClose: () => void
}

export function BookingSentActions({
  id,
  clientId,
  professional: { user_id, user_details },
  onClose,
}: BookingSentActionsProps) {
  const { t } = useTranslation('bookings')
  return (
    <div className="flex flex-wrap items-center gap-3">
      <ButtonLink href={visitAddress(id)} className="max-sm:w-full">
        {t('booked.my_booking')}
      </ButtonLink>
      <CalendarLink id={id} />
      <ContactButton clientId={clientId} professionalId={user_id} className="grow sm:grow-0">
        {t('booked.message', { name: user_details.first_name })}
      </ContactButton>
      <Button look="quiet" className="grow sm:grow-0" onClick={onClose}>
        {t('booked.done')}
      </Button>
    </div>
  )
}
