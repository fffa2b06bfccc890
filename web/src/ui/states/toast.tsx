import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { classNames } from '../class-names.ts'
import { CheckIcon, CloseIcon, InfoIcon, WarningIcon } from '../pictures/icons.tsx'
import { currentToasts, subscribeToToasts, toast } from './toast-store.ts'
import type { Toast, Tone } from './toast-store.ts'

const NONE = currentToasts()

const TONES: Record<Tone, { border: string; sign: string; Icon: typeof InfoIcon }> = {
  problem: { border: 'border-clay', sign: 'text-clay', Icon: WarningIcon },
  success: { border: 'border-action', sign: 'text-action', Icon: CheckIcon },
  plain: { border: 'border-edge', sign: 'text-soft', Icon: InfoIcon },
}

/**
 * The list of toasts, once in the shell. As a popover it is above open dialogs too. A press goes through them, except
 * on their own button. rule: toasts
 */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, () => NONE)
  const layer = useRef<HTMLDivElement>(null)
  const last = toasts.at(-1)?.id
  useEffect(() => {
    layer.current?.hidePopover()
    if (last) layer.current?.showPopover()
  }, [last])

  return (
    <div
      ref={layer}
      popover="manual"
      className="toasts pointer-events-none w-auto max-w-120 flex-col gap-2 overflow-visible bg-transparent open:flex print:hidden!"
    >
      {toasts.map((shown) => (
        <Message key={shown.id} {...shown} />
      ))}
    </div>
  )
}

function Message({ id, tone, title, text, mark }: Toast) {
  const { t } = useTranslation('app')
  const { border, sign, Icon } = TONES[tone]
  return (
    <div
      role={tone === 'problem' ? 'alert' : 'status'}
      aria-label={title}
      className={classNames(
        'flex animate-slide items-start gap-3 rounded-md border border-l-4 bg-raised p-3 text-ink shadow-float',
        border,
      )}
    >
      {!mark && (
        <span className={classNames('mt-0.5 shrink-0', sign)}>
          <Icon />
        </span>
      )}
      <p className="grow whitespace-pre-line">
        {title && <span className={classNames('block font-semibold', sign)}>{title}</span>}
        {mark && <span className={classNames('font-semibold', sign)}>{mark} </span>}
        {title ? <span className="max-md:sr-only">{text}</span> : text}
      </p>
      <button
        type="button"
        className="pointer-events-auto -m-3 grid size-11 shrink-0 place-items-center rounded-md text-soft hover:text-ink"
        aria-label={t('dismiss')}
        onClick={() => toast.dismiss(id)}
      >
        <CloseIcon />
      </button>
    </div>
  )
}
