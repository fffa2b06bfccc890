import { useEffect, useRef } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useLocation } from 'wouter'
import { classNames } from '#web/ui/class-names.ts'
import { CloseIcon } from '#web/ui/icons.tsx'
import { threadAddress } from '#web/router/message-addresses.ts'
import { ConversationRow } from './conversation-row.tsx'
import type { Conversation } from './messaging.api.ts'

type ConversationListProps = {
  conversations: readonly Conversation[]
  openId: string | undefined
  /** On the phone: over everything. */
  drawn: boolean
  /** The open one was just opened through contact. */
  contacted: boolean
}

/** Everybody one writes with, the newest first. */
export function ConversationList({
  conversations,
  openId,
  drawn,
  contacted,
}: ConversationListProps) {
  const { t } = useTranslation('messaging')
  const [, navigate] = useLocation()
  const drawer = drawn && openId !== undefined
  const list = useRef<HTMLElement>(null)
  const close = () => openId && navigate(threadAddress(openId), { replace: true })
  useEffect(() => {
    const whole = window.matchMedia('(width >= 48rem)').matches
    if (drawer && !whole) list.current?.focus()
  }, [drawer])

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes the drawer
    <nav
      ref={list}
      tabIndex={-1}
      aria-label={t('conversations')}
      onKeyDown={({ key }) => drawer && key === 'Escape' && close()}
      className={classNames(
        'flex min-h-0 min-w-0 flex-col outline-none md:border-r md:border-line',
        !drawn && 'max-md:hidden',
        drawer && 'max-md:fixed max-md:inset-0 max-md:z-30 max-md:animate-slide max-md:bg-paper',
      )}
    >
      <header className="flex min-h-16 items-center gap-2 border-b border-line px-4">
        <h2 className="grow text-xl">{t('title')}</h2>
        {drawer && (
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
                highlighted={open && contacted}
              />
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
