import { useLocation } from 'wouter'
import type { ClientBookingDetail } from '#contract/bookings/bookings.ts'
import { displayName, firstNameOf } from '#contract/people/display-name.ts'
import { intentAddress, profileAddress } from '#web/features/market/professionals/addresses.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { bookingDraft, fieldsForRepeat } from '../dialog/booking-draft.ts'

/** Free times and people instead of a visit that the professional cannot make. rule: alternatives */
export function Alternatives({ booking }: { booking: ClientBookingDetail }) {
  const { t } = useTranslation('bookings')
  const format = useFormat()
  const user = useUser()
  const [, navigate] = useLocation()
  const { alternatives, professional, zip_code } = booking
  if (!alternatives) return null
  const { same, others } = alternatives
  if (same.length === 0 && others.professionals.length === 0) return null
  // Their booking dialogs open at the time of the lost visit.
  const query = others.search.split('?')[1] ?? ''
  const open = ({ booking_date: date, booking_time: time }: (typeof same)[number]) => {
    // In place of one of the regular visits, which go on.
    const isOneOfMany = Boolean(booking.series) && booking.status === 'cancelled'
    const fields = fieldsForRepeat(booking, isOneOfMany, { date, time })
    if (user) bookingDraft(user.id, professional.user_id).save(fields)
    const search = new URLSearchParams({ zip_code, date, free: time }).toString()
    navigate(intentAddress(professional, 'book', { signedIn: true, search }))
  }
  return (
    <section className="flex flex-col gap-4">
      <h2 className="text-xl">{t('alternatives.title')}</h2>
      {same.length > 0 && (
        <div className="flex flex-col gap-2">
          <h3 className="text-base font-medium wrap-anywhere">
            {t('alternatives.same', { name: firstNameOf(professional.full_name) })}
          </h3>
          <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
            {same.map((slot) => (
              <li key={slot.starts_at}>
                <Button look="quiet" wide onClick={() => open(slot)}>
                  {format.visit(slot.starts_at, booking.time_zone)}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {others.professionals.length > 0 && (
        <div className="flex flex-col gap-2">
          <h3 className="text-base font-medium">{t('alternatives.others')}</h3>
          <ul>
            {others.professionals.map((other) => (
              <li key={other.user_id} className="flex flex-wrap items-center gap-x-3">
                <TextLink href={profileAddress(other, { signedIn: true, search: query })}>
                  {displayName(other.full_name)}
                </TextLink>
                <span className="tabular text-soft">{format.money(other.hourly_rate)}</span>
              </li>
            ))}
          </ul>
          {others.total > others.professionals.length && (
            <TextLink href={others.search}>
              {t('alternatives.all', { count: others.total })}
            </TextLink>
          )}
        </div>
      )}
    </section>
  )
}
