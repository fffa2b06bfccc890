import type { ProfessionalBooking } from '#contract/bookings/bookings.ts'
import { phoneText } from '#contract/people/phone-text.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { threadAddress } from '#web/router/message-addresses.ts'
import { Link } from '#web/ui/link.tsx'
import { PhoneLink } from '#web/ui/phone-link.tsx'
import { MessageIcon, PhoneIcon } from '#web/ui/pictures/icons-signed-in.tsx'

const LINK =
  'inline-flex min-h-11 items-center wrap-anywhere text-action underline decoration-1 underline-offset-4'

const ICON =
  'inline-flex size-11 shrink-0 items-center justify-center rounded-full border border-edge text-action hover:border-action hover:bg-mint'

/** 'Ana Lima', or 'Ana' while the lead is locked. rule: lead-locked */
export function clientName({ client_details }: ProfessionalBooking): string {
  return `${client_details.first_name} ${client_details.last_name}`.trim()
}

/** The client's phone and email in full, as far as the professional may see them. rule: lead-locked */
export function ClientContact({ booking }: { booking: ProfessionalBooking }) {
  const { email, phone } = booking.client_details
  return (
    <p className="flex flex-wrap gap-x-4">
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
    </p>
  )
}

/** The client's name, and once the visit is agreed two icons: a call and a message. rule: dashboard, lead-locked */
export function ClientIcons({ booking }: { booking: ProfessionalBooking }) {
  const { t } = useTranslation('dashboard')
  const { first_name: name, phone } = booking.client_details
  const { client_id: clientId } = booking
  const isAgreed = booking.status === 'accepted' || booking.status === 'completed'
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <span className="font-medium">{clientName(booking)}</span>
      {isAgreed && phone && (
        <PhoneLink phone={phone} className={ICON}>
          <PhoneIcon className="size-5" />
          <span className="sr-only">{t('contact.call', { name })}</span>
        </PhoneLink>
      )}
      {isAgreed && clientId && (
        <Link href={threadAddress(clientId)} className={ICON}>
          <MessageIcon className="size-5" />
          <span className="sr-only">{t('contact.message', { name })}</span>
        </Link>
      )}
    </div>
  )
}
