import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { classNames } from '../class-names.ts'
import { keepClear, stepsTo } from '../clear-position.ts'
import { CheckIcon, CloseIcon, InfoIcon, WarningIcon } from '../pictures/icons.tsx'
import { currentToasts, subscribeToToasts, toast } from './toast-store.ts'
import type { Toast, Tone } from './toast-store.ts'

const NONE = currentToasts()
const SIDE_PX = 16

const TONES: Record<Tone, { border: string; sign: string; Icon: typeof InfoIcon }> = {
  problem: { border: 'border-clay', sign: 'text-clay', Icon: WarningIcon },
  success: { border: 'border-action', sign: 'text-action', Icon: CheckIcon },
  plain: { border: 'border-edge', sign: 'text-soft', Icon: InfoIcon },
}

/**
 * The list of toasts, once in the shell. As a popover it is above open dialogs too. It moves to a place where it covers
 * nothing that can be pressed. If no place is free, a press goes through them. rule: toasts
 */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, () => NONE)
  const layer = useRef<HTMLDivElement>(null)
  const last = toasts.at(-1)?.id
  useEffect(() => {
    layer.current?.hidePopover()
    if (last) layer.current?.showPopover()
  }, [last])
  useEffect(() => (layer.current ? keepClear(layer.current, placesFor) : undefined), [])

  return (
    <div
      ref={layer}
      popover="manual"
      className="fixed inset-x-4 top-4 bottom-auto mx-auto w-auto max-w-120 flex-col gap-2 overflow-visible bg-transparent open:flex md:top-6 print:hidden! data-covering:pointer-events-none"
    >
      {toasts.map((shown) => (
        <Message key={shown.id} {...shown} />
      ))}
    </div>
  )
}

/**
 * Where the toasts may go: down from the upper edge of the window to the lower one, in the middle, at the left or at
 * the right.
 */
const placesFor = ({ left, right, top, bottom }: DOMRect) => {
  const toLeft = SIDE_PX - left
  const toRight = document.documentElement.clientWidth - SIDE_PX - right
  const columns = new Set([0, ...[toLeft, toRight].filter((x) => Math.abs(x) >= 1)])
  return [...columns].flatMap((x) =>
    stepsTo(window.innerHeight - bottom - top).map((y) => ({ x, y })),
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
