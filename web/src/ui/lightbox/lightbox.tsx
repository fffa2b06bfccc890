import { useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, TouchEvent } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { classNames } from '../class-names.ts'
import { CloseIcon } from '../pictures/icons.tsx'
import { ArrowLeftIcon, ArrowRightIcon } from '../pictures/icons-public.tsx'
import { NO_PICTURE, pictureSizes } from '../pictures/picture-address.ts'

type LightboxProps = {
  images: readonly { url: string; alt: string }[]
  /** The index of the first picture shown. */
  start: number
  /** Called on Escape, a click on the backdrop and the close button. The parent then stops rendering the lightbox. */
  onClose: () => void
}

const CONTROL =
  'grid size-12 place-items-center rounded-full bg-[oklch(20%_0.02_168/0.75)] text-[#fff] hover:bg-[oklch(30%_0.03_168)] focus-visible:outline-[#fff]'

/**
 * Pictures on the full screen, one at a time. Arrow keys, buttons and swipes wrap around. Focus stays inside and
 * returns. rule: accessibility
 */
export default function Lightbox({ images, start, onClose }: LightboxProps) {
  const { t } = useTranslation(['photos', 'app'])
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const node = dialog.current
    node?.showModal()
    return () => node?.close()
  }, [])
  const { index, step, onKeyDown, swipe } = useImageSteps(start, images.length)
  const image = images[index]
  if (!image) return null

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape and the arrows are its keys
    <dialog
      ref={dialog}
      aria-label={t('lightbox')}
      onKeyDown={onKeyDown}
      {...swipe}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={({ target }) => {
        if (target instanceof Element && !target.closest('button, img')) onClose()
      }}
      className="lightbox h-dvh w-full touch-pan-y touch-pinch-zoom bg-[oklch(16%_0.015_168)] backdrop:bg-transparent open:flex"
    >
      <LightboxImage
        image={image}
        position={t('photo_of', { number: index + 1, count: images.length })}
      />
      <button type="button" className={`absolute top-3 right-3 ${CONTROL}`} onClick={onClose}>
        <span className="sr-only">{t('app:close')}</span>
        <CloseIcon />
      </button>
      {images.length > 1 && <StepButtons step={step} />}
    </dialog>
  )
}

/** The index of the shown image. `step` changes it and wraps around, as do the arrow keys and swipes. */
function useImageSteps(start: number, count: number) {
  const [index, setIndex] = useState(start)
  const step = (by: number) => setIndex((now) => (now + by + count) % count)
  const swipe = useSwipe(step)
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') step(-1)
    if (key === 'ArrowRight') step(1)
  }
  return { index, step, onKeyDown, swipe }
}

/** The shown image with its caption. It remembers loaded images, so that going back shows no loading text. */
function LightboxImage({
  image,
  position,
}: {
  image: LightboxProps['images'][number]
  position: string
}) {
  const { t } = useTranslation(['photos', 'app'])
  const [loaded, setLoaded] = useState<ReadonlySet<string>>(new Set())
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set())
  const missing = broken.has(image.url)
  return (
    <figure className="relative flex size-full flex-col">
      <div className="flex min-h-0 grow items-center justify-center p-4 pt-18 pb-2 md:px-24">
        {!missing && !loaded.has(image.url) && (
          <p role="status" className="absolute text-[#fff]">
            {t('app:picture.loading')}
          </p>
        )}
        <img
          key={missing ? NO_PICTURE : image.url}
          {...(!missing && { srcSet: pictureSizes(image.url), sizes: '100vw' })}
          src={missing ? NO_PICTURE : image.url}
          alt={missing ? t('photo_unavailable') : image.alt}
          className={classNames(
            'relative max-h-full max-w-full rounded-md object-contain text-transparent',
            missing && 'w-80 bg-paper p-6',
          )}
          onLoad={() => setLoaded((before) => new Set(before).add(image.url))}
          onError={() => setBroken((before) => new Set(before).add(image.url))}
        />
      </div>
      <figcaption
        aria-live="polite"
        className="tabular p-4 pb-[max(1rem,env(safe-area-inset-bottom))] text-center font-medium text-[#fff]"
      >
        {position}
        {missing && <span className="block">{t('photo_unavailable')}</span>}
      </figcaption>
    </figure>
  )
}

function StepButtons({ step }: { step: (by: 1 | -1) => void }) {
  const { t } = useTranslation('photos')
  return (
    <>
      <button
        type="button"
        aria-label={t('previous_photo')}
        className={`absolute bottom-2 left-3 md:top-1/2 md:bottom-auto ${CONTROL}`}
        onClick={() => step(-1)}
      >
        <ArrowLeftIcon />
      </button>
      <button
        type="button"
        aria-label={t('next_photo')}
        className={`absolute right-3 bottom-2 md:top-1/2 md:bottom-auto ${CONTROL}`}
        onClick={() => step(1)}
      >
        <ArrowRightIcon />
      </button>
    </>
  )
}

const SWIPE_MIN_PX = 40

/**
 * Handlers for a touch screen: one finger to the left calls `step(1)`, to the right `step(-1)`; not while the picture
 * is zoomed.
 */
function useSwipe(step: (by: 1 | -1) => void) {
  const from = useRef<{ x: number; y: number } | undefined>(undefined)
  return {
    onTouchStart({ touches }: TouchEvent) {
      const finger = touches[0]
      const zoomed = (window.visualViewport?.scale ?? 1) > 1
      from.current =
        finger && touches.length === 1 && !zoomed
          ? { x: finger.clientX, y: finger.clientY }
          : undefined
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const finger = changedTouches[0]
      if (!from.current || !finger) return
      const right = finger.clientX - from.current.x
      const down = finger.clientY - from.current.y
      from.current = undefined
      if (Math.abs(right) >= SWIPE_MIN_PX && Math.abs(right) > Math.abs(down))
        step(right < 0 ? 1 : -1)
    },
  }
}
