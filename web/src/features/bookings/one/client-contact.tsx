import type { ProfessionalBooking } from '#contract/bookings/bookings.ts'
import { phoneText } from '#contract/people/phone-text.ts'
import { PhoneLink } from '#web/ui/phone-link.tsx'

const LINK =
  'inline-flex min-h-11 items-center wrap-anywhere text-action underline decoration-1 underline-offset-4'

/** 'Ana Lima', or 'Ana' while the lead is locked. rule: lead-locked */
export function clientName({ client_details }: ProfessionalBooking): string {
  return `${client_details.first_name} ${client_details.last_name}`.trim()
}

/** The client's name, phone and email, as far as the professional may see them. rule: lead-locked */
export function ClientContact({ booking }: { booking: ProfessionalBooking }) {
  const { email, phone } = booking.client_details
  return (
    <p>
      <span className="font-medium">{clientName(booking)}</span>
      {(phone || email) && (
        <span className="flex flex-wrap gap-x-4">
          {phone && (
            <PhoneLink phone={phone} className={LINK}>
              {phoneText(phone)}
            </PhoneLink>
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
