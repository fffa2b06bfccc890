import { phoneText } from '#contract/people/phone-text.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '#web/ui/link.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { User } from '#contract/people/identity.ts'
import { useApi } from '#web/api/use-api.ts'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { ArrowLeftIcon } from '#web/ui/pictures/icons-public.tsx'
import { PhoneIcon } from '#web/ui/pictures/icons-signed-in.tsx'
import { PhoneLink } from '#web/ui/phone-link.tsx'
import { listAddress } from '#web/router/message-addresses.ts'
import { detailsQuery } from '../messages/messaging.api.ts'
import type { Conversation } from '../messages/messaging.api.ts'
import { useOtherFirstName, useOtherName } from '../messages/other-name.ts'
import { SafetyMenu } from '../messages/block-and-report.tsx'
import { useIsOtherTyping } from './use-typing.ts'

type ThreadHeaderProps = { me: User; conversation: Conversation }

/**
 * The name of the other side, and for professionals the client's phone and email. rules: conversation-access,
 * account-deletion
 */
export function ThreadHeader({ me, conversation }: ThreadHeaderProps) {
  const { t } = useTranslation('messaging')
  const {
    other_user_id: id,
    other_user_image_url: image,
    other_user_role: role,
    locked,
  } = conversation
  const name = useOtherName(conversation)
  const firstName = useOtherFirstName(conversation)
  const hasProfile = role === 'professional' && !conversation.deleted
  return (
    <header className="flex min-h-16 shrink-0 flex-wrap items-center gap-x-3 border-b border-line py-1.5 pr-2 pl-2 md:pl-4">
      <Link
        href={listAddress(id)}
        aria-label={t('open_list')}
        className="grid size-11 shrink-0 place-items-center rounded-md text-action hover:bg-mint md:hidden"
      >
        <ArrowLeftIcon />
      </Link>
      <Avatar id={id} name={name} src={image} size="md" />
      <div className="min-w-0 grow basis-0">
        <h2 className="truncate text-lg leading-tight">
          {hasProfile ? (
            <Link
              href={`/professionals/${id}`}
              className="block truncate rounded-sm leading-11 hover:underline"
            >
              {name}
            </Link>
          ) : (
            name
          )}
        </h2>
        <Typing conversationId={conversation.conversation_id} name={firstName} />
      </div>
      {me.role === 'professional' && !locked && <ContactData me={me} conversation={conversation} />}
      <SafetyMenu conversation={conversation} />
    </header>
  )
}

function Typing({ conversationId, name }: { conversationId: string; name: string }) {
  const { t } = useTranslation('messaging')
  const isTyping = useIsOtherTyping(conversationId)
  return (
    <p role="status" className="truncate text-sm text-soft empty:absolute">
      {isTyping && t('typing', { name })}
    </p>
  )
}

const CALL_CLASS =
  'inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-md border border-edge bg-surface px-3 font-semibold text-ink hover:border-action hover:bg-mint'

function ContactData({ me, conversation }: ThreadHeaderProps) {
  const { t } = useTranslation('messaging')
  const { data } = useQuery(detailsQuery(useApi(), me.id, conversation.conversation_id))
  if (!data?.phone && !data?.email) return null
  const { phone, email } = data
  return (
    <>
      {phone && (
        <PhoneLink
          phone={phone}
          label={t('call', { name: data.name ?? '', phone: phoneText(phone) })}
          className={CALL_CLASS}
        >
          <PhoneIcon />
          <span className="tabular max-lg:hidden">{phoneText(phone)}</span>
        </PhoneLink>
      )}
      {email && (
        <a
          href={`mailto:${email}`}
          className="order-last -mt-2 w-full truncate px-2 py-3 text-sm text-action underline decoration-1 underline-offset-4 md:pl-14"
        >
          {email}
        </a>
      )}
    </>
  )
}
