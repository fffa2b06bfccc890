import { UNREAD_SHOWN_MAX } from '#contract/talk/message-rules.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'

/** The number of what is unread at the corner of an icon, beside its drawing. Absent without any. */
export function UnreadBadge({ unread, label }: { unread: number; label?: string }) {
  const { t } = useTranslation('app')
  if (unread === 0) return null
  return (
    <span className="tabular absolute -top-2 left-3.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-action px-1 text-[0.75rem] leading-none font-semibold text-on-action">
      <span aria-hidden="true">{unread > UNREAD_SHOWN_MAX ? `${UNREAD_SHOWN_MAX}+` : unread}</span>
      <span className="sr-only">{label ?? t('nav.unread', { count: unread })}</span>
    </span>
  )
}
