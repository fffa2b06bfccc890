import { memo, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { Link } from '#web/ui/link.tsx'
import { CONTACT_HIGHLIGHT_MS } from '#contract/talk/message-rules.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { threadAddress } from '#web/router/message-addresses.ts'
import { landingPath } from '#web/session/next-path.ts'
import { useUser } from '#web/session/session.ts'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { LockIcon } from '#web/ui/pictures/icons-signed-in.tsx'
import { CloseIcon } from '#web/ui/pictures/icons.tsx'
import { Logo } from '#web/ui/pictures/logo.tsx'
import type { Conversation } from './messaging.api.ts'
import { eventSentence } from '../thread/event-sentence.ts'
import { useOtherFirstName, useOtherName } from './other-name.ts'
import { SentAt } from '../thread/message-time.tsx'

type ConversationListProps = {
  conversations: readonly Conversation[]
  openId: string | undefined
  /** On a phone: the list covers the thread. */
  isOpen: boolean
  /** The open conversation was just opened through contact. */
  isContacted: boolean
  /** Loads the next page; undefined when there is none. */
  more: { isLoading: boolean; load: () => unknown } | undefined
}

/** The conversations, newest first; on a phone a drawer over the thread. rules: conversation-list, message-screen */
export function ConversationList({
  conversations,
  openId,
  isOpen,
  isContacted,
  more,
}: ConversationListProps) {
  const { t } = useTranslation(['messaging', 'app'])
  const user = useUser()
  const [, navigate] = useLocation()
  const isDrawer = isOpen && openId !== undefined
  const list = useRef<HTMLElement>(null)
  const close = () => openId && navigate(threadAddress(openId), { replace: true })
  useEffect(() => {
    const isWide = window.matchMedia('(width >= 48rem)').matches
    if (isDrawer && !isWide) list.current?.focus()
  }, [isDrawer])

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes the drawer
    <nav
      ref={list}
      tabIndex={-1}
      aria-label={t('conversations')}
      onKeyDown={({ key }) => isDrawer && key === 'Escape' && close()}
      className={classNames(
        'flex min-h-0 min-w-0 flex-col outline-none md:border-r md:border-line',
        !isOpen && 'max-md:hidden',
        isDrawer && 'max-md:fixed max-md:inset-0 max-md:z-30 max-md:animate-slide max-md:bg-paper',
      )}
    >
      <header className="flex min-h-16 items-center gap-2 border-b border-line px-4">
        {isDrawer && user && (
          // The drawer covers the header of the page.
          <Link
            href={landingPath(user)}
            aria-label={t('app:home_link')}
            className="flex min-h-11 shrink-0 items-center rounded-sm border-r border-line pr-3 md:hidden"
          >
            <Logo />
          </Link>
        )}
        <h2 className="grow text-xl">{t('title')}</h2>
        {isDrawer && (
          <button
            type="button"
            aria-label={t('close_list')}
            className="-mr-2 grid size-11 place-items-center rounded-md text-soft hover:bg-mint hover:text-ink md:hidden"
            onClick={close}
          >
            <CloseIcon />
          </button>
        )}
      </header>
      <ul className="relative min-h-0 grow overflow-y-auto overscroll-contain p-2">
        {conversations.map((conversation) => {
          const open = conversation.other_user_id === openId
          return (
            <li key={conversation.conversation_id}>
              <ConversationRow
                conversation={conversation}
                open={open}
                highlighted={open && isContacted}
              />
            </li>
          )
        })}
        {more && (
          <li className="flex justify-center">
            <Button look="link" busy={more.isLoading} onClick={() => void more.load()}>
              {t('show_more')}
            </Button>
          </li>
        )}
      </ul>
    </nav>
  )
}

type ConversationRowProps = { conversation: Conversation; open: boolean; highlighted: boolean }

/**
 * One conversation: name, time, last message, unread count. rules: conversation-list, conversation-pair, hydration
 */
const ConversationRow = memo(function ConversationRow({
  conversation,
  open,
  highlighted,
}: ConversationRowProps) {
  const { t } = useTranslation(['messaging', 'app'])
  const {
    other_user_id: id,
    other_user_image_url: image,
    last_message_time: time,
    unread_count: unread,
  } = conversation
  const name = useOtherName(conversation)
  const row = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (open) row.current?.scrollIntoView({ block: 'nearest' })
  }, [open])
  useHighlightTimeout(id, highlighted)

  return (
    <Link
      ref={row}
      href={threadAddress(id)}
      aria-current={open ? 'true' : undefined}
      data-highlighted={highlighted || undefined}
      className={classNames(
        'flex min-h-18 items-center gap-3 rounded-md px-3 py-2.5 transition-colors duration-300 hover:bg-mint focus-visible:-outline-offset-2',
        open && 'bg-mint',
        highlighted && 'bg-mint-strong ring-2 ring-action ring-inset',
      )}
    >
      <Avatar id={id} name={name} src={image} size="md" />
      <span className="min-w-0 grow">
        <span className="flex items-baseline gap-2">
          <span
            dir="auto"
            className={classNames(
              'grow truncate text-left',
              unread > 0 ? 'font-semibold' : 'font-medium',
            )}
          >
            {name}
          </span>
          {time && <SentAt instant={time} className="tabular shrink-0 text-sm text-soft" />}
        </span>
        <span className="flex items-center gap-2">
          <LastMessage conversation={conversation} />
          {highlighted && (
            <span className="shrink-0 text-sm font-semibold text-action">{t('new_contact')}</span>
          )}
          {unread > 0 && (
            <span className="tabular grid h-5.5 min-w-5.5 shrink-0 place-items-center rounded-full bg-action px-1.5 text-sm leading-none font-semibold text-on-action">
              <span aria-hidden="true">{unread}</span>
              <span className="sr-only">{t('app:nav.unread', { count: unread })}</span>
            </span>
          )}
        </span>
      </span>
    </Link>
  )
})

function LastMessage({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation('messaging')
  const format = useFormat()
  const name = useOtherFirstName(conversation)
  const {
    last_message: lastText,
    last_message_kind: kind,
    last_event: event,
    locked,
    closed,
    unread_count: unread,
  } = conversation
  const className = 'grow truncate text-sm'
  if (locked) {
    return (
      <span className={`flex items-center gap-1 text-amber ${className}`}>
        <LockIcon className="size-4 shrink-0" />
        {t(closed ? 'locked.row_closed' : 'locked.row')}
      </span>
    )
  }
  const happened =
    event &&
    `${eventSentence(t, event, name)}: ${format.visit(`${event.booking_date}T${event.booking_time.slice(0, 5)}:00Z`, 'UTC')}`
  const text = lastText || happened || (kind === 'picture' ? t('last.picture') : t('last.nothing'))
  // dir=auto cuts off the end of the text, also of right-to-left text.
  return (
    <span dir="auto" className={`text-left ${className} ${unread > 0 ? 'text-ink' : 'text-soft'}`}>
      {text}
    </span>
  )
}

/** Ends the highlight after 10 s by removing it from the address. rule: conversation-pair */
function useHighlightTimeout(otherId: string, highlighted: boolean): void {
  const [, navigate] = useLocation()
  useEffect(() => {
    if (!highlighted) return
    const timer = setTimeout(
      () => navigate(threadAddress(otherId), { replace: true }),
      CONTACT_HIGHLIGHT_MS,
    )
    return () => clearTimeout(timer)
  }, [otherId, highlighted, navigate])
}
