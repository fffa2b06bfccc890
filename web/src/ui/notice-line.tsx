import type { ReactNode } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { CloseIcon } from './pictures/icons.tsx'

type NoticeLineProps = {
  tone: 'waiting' | 'plain'
  children: string
  action?: ReactNode
  onClose: () => void
}

/** The one notice under the header: 40 px, one action, and a button that puts it away. rule: notice-line */
export function NoticeLine({ tone, children, action, onClose }: NoticeLineProps) {
  const { t } = useTranslation('app')
  return (
    <div className={tone === 'waiting' ? 'bg-amber-soft text-amber' : 'bg-mint text-ink'}>
      <div className="mx-auto flex min-h-10 w-full max-w-page items-center gap-1 pr-1 pl-4 md:pl-8">
        <p className="line-clamp-2 grow text-sm leading-[1.2] font-medium">{children}</p>
        {action}
        <button
          type="button"
          aria-label={t('dismiss')}
          onClick={onClose}
          className="-my-0.5 grid size-11 shrink-0 place-items-center rounded-md hover:text-ink"
        >
          <CloseIcon className="size-4" />
        </button>
      </div>
    </div>
  )
}

/** The action of a notice. */
export function NoticeAction({
  onPress,
  isOpen,
  children,
}: {
  onPress: () => void
  /** Whether the part that the action opens is open. */
  isOpen?: boolean
  children: string
}) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onPress}
      className="-my-0.5 min-h-11 shrink-0 rounded-md px-2 text-sm font-semibold text-action underline decoration-1 underline-offset-4 hover:decoration-2"
    >
      {children}
    </button>
  )
}
