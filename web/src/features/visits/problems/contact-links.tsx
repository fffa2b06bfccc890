import type { Visit } from '#contract/visits/visits.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { pressedNow } from '#web/features/bookings/one/press-age.ts'
import { threadAddress } from '#web/router/message-addresses.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { MessageIcon, PhoneIcon } from '#web/ui/pictures/icons-signed-in.tsx'
import { PhoneLink } from '#web/ui/phone-link.tsx'
import { useLogContact } from './problems.api.ts'

type ContactProps = {
  visit: Visit
  /** The classes of each link. By default it looks like a quiet button. */
  className?: string
}

/**
 * The ways to reach the other side of a visit. Each press of an agreed visit is recorded as an attempt; the links work
 * also without a connection, and the page says that the press is not recorded yet. rule: no-show
 */
export function ContactLinks({ visit: { booking_id, status, other }, className }: ContactProps) {
  const { t } = useTranslation('visits')
  const { mutate, isPending, failureCount } = useLogContact(booking_id)
  const log = (way: 'message' | 'call') => {
    if (status === 'accepted' || status === 'completed') mutate({ way, pressed: pressedNow() })
  }
  const message = (
    <>
      <MessageIcon className="size-5" />
      {t('message')}
    </>
  )
  return (
    <>
      {/* The click bubbles from the link: the press is recorded, and the link opens. */}
      <span className="contents" onClickCapture={() => log('message')}>
        {className ? (
          <Link href={threadAddress(other.user_id)} className={className}>
            {message}
          </Link>
        ) : (
          <ButtonLink look="quiet" href={threadAddress(other.user_id)}>
            {message}
          </ButtonLink>
        )}
      </span>
      {other.phone && (
        <PhoneLink
          phone={other.phone}
          {...(className && { className })}
          onClick={() => log('call')}
        >
          <PhoneIcon className="size-5" />
          {t('call')}
        </PhoneLink>
      )}
      {isPending && failureCount > 0 && (
        <p role="status" className="w-full text-sm text-amber">
          {t('contact_waits')}
        </p>
      )}
    </>
  )
}
