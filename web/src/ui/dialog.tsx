import { useId, useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { classNames } from './class-names.ts'
import { CloseIcon } from './pictures/icons.tsx'

type DialogProps = {
  title: ReactNode
  /** Called on Escape, a click on the backdrop and the close button. The parent then stops rendering the dialog. */
  onClose: () => void
  children: ReactNode
  /** Stays visible below the scrolling content, e.g. the total and the button. */
  footer?: ReactNode
  /** The height on a phone: that of the content, or the full height. */
  height?: 'content' | 'full'
  /** The width from the tablet on. 'wide' is for tables and calendars. */
  width?: 'normal' | 'wide'
  /** Whether the content has no control to focus, so that the dialog itself scrolls by keys. */
  reading?: boolean
}

/** A part that gets the focus like a field has the attribute data-first-field. */
const FIELD =
  ':is(input, select, textarea, [data-first-field]):not(:disabled, [type=hidden], [hidden])'

/**
 * Render it while it is open: `{open && <Dialog …/>}`. A sheet on a phone. The focus moves into it, and back when it
 * closes. rule: accessibility
 */
export function Dialog({
  title,
  onClose,
  children,
  footer,
  height = 'content',
  width = 'normal',
  reading = false,
}: DialogProps) {
  const { t } = useTranslation('app')
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useLayoutEffect(() => {
    const node = dialog.current
    node?.showModal()
    // The first field if there is one, not the close button.
    node?.querySelector<HTMLElement>(FIELD)?.focus()
    return () => node?.close()
  }, [])

  return (
    // Escape is the backdrop's key.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className={classNames(
        'w-full animate-rise flex-col overflow-hidden bg-raised text-ink shadow-float backdrop:bg-shade open:flex',
        'mb-0 max-h-[92dvh] rounded-t-xl md:my-auto md:max-h-[88dvh] md:rounded-xl',
        width === 'wide' ? 'md:max-w-[min(60rem,100vw-4rem)]' : 'md:max-w-160',
        height === 'full' && 'max-md:h-dvh max-md:max-h-dvh max-md:rounded-none',
      )}
    >
      <header className="flex items-center gap-4 border-b border-line py-2 pr-2 pl-5">
        <h2 id={titleId} className="grow py-1.5 text-xl">
          {title}
        </h2>
        <button
          type="button"
          className="grid size-11 shrink-0 place-items-center rounded-md text-soft hover:bg-mint hover:text-ink"
          onClick={onClose}
        >
          <span className="sr-only">{t('close')}</span>
          <CloseIcon />
        </button>
      </header>
      <div
        {...(reading ? { tabIndex: 0, role: 'region', 'aria-labelledby': titleId } : {})}
        className="min-h-0 grow overflow-y-auto overscroll-contain p-5 -outline-offset-4"
      >
        {children}
      </div>
      {footer && (
        <footer className="border-t border-line p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
          {footer}
        </footer>
      )}
    </dialog>
  )
}
