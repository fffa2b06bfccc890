import type { ProfessionalBooking } from '#contract/bookings.ts'
import { clientName } from './client-name.ts'

const LINK =
  'inline-flex min-h-11 items-center wrap-anywhere text-action underline decoration-1 underline-offset-4'

/** Who asked, and how to reach her. */
export function ClientContact({ booking }: { booking: ProfessionalBooking }) {
  const { email, phone } = booking.client_details
  return (
    <p>
      <span className="font-medium">{clientName(booking)}</span>
      {(phone || email) && (
        <span className="flex flex-wrap gap-x-4">
          {phone && (
            <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className={LINK}>
              {phone}
            </a>
          )}
          {email && (
            <a href={`mailto:${email}`} className={LINK}>
              <span>
                {email.slice(0, email.indexOf('@') + 1)}
                <wbr />
                {email.slice(email.indexOf('@') + 1)}
              </span>
            </a>
          )}
        </span>
      )}
    </p>
  )
}
