import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { IMAGE_RETRIES_MAX, IMAGE_RETRY_DELAY_MS } from '#contract/loading-rules.ts'
import { classNames } from '../class-names.ts'
import { pictureAddress, pictureSizes } from './picture-address.ts'

type PictureProps = {
  src: string
  alt: string
  /** The width in pixels. Width and height reserve the space before the picture loads. */
  width: number
  height: number
  /** The displayed width as in the attribute `sizes`, so that a small frame loads a small file. Default: `width`. */
  sizes?: string
  /** The address of a picture to show if this one cannot be loaded. */
  fallback?: string | undefined
  /** A data address of the same picture, a few pixels wide: shown blurred until the picture is loaded. */
  blurred?: string | undefined
  /** Shown instead of a text while the picture loads and if it fails. */
  placeholder?: ReactNode
  /** The failure text mentions the retries. */
  mentionsRetries?: boolean | undefined
  /** Part of the first view: loaded at once. */
  eager?: boolean
  className?: string
}

/**
 * A picture that retries when it fails. It fills its frame; `className` gives the frame its shape.
 * rule: layout-stability
 */
export function Picture({
  src,
  alt,
  width,
  height,
  sizes = `${width}px`,
  fallback,
  blurred,
  placeholder,
  mentionsRetries,
  eager,
  className,
}: PictureProps) {
  const { t } = useTranslation('app')
  const { image, attempt, retriedAt, step, onLoad, onError } = useImageRetries(src, fallback)
  const isLoading = step === 'loading' || step === 'waiting'

  return (
    <span
      className={classNames(
        'relative block overflow-hidden',
        step !== 'loaded' && 'pane',
        className,
      )}
    >
      {step === 'failed' &&
        (placeholder ?? (
          <FailureText
            alt={alt}
            text={mentionsRetries ? t('picture.failed') : t('picture.unavailable')}
          />
        ))}
      {isLoading && <LoadingLayer blurred={blurred} placeholder={placeholder} />}
      {step !== 'waiting' && step !== 'failed' && (
        <img
          ref={image}
          {...(attempt === 0 && step !== 'fallback' && { srcSet: pictureSizes(src), sizes })}
          src={step === 'fallback' ? fallback : pictureAddress(src, attempt, retriedAt)}
          alt={step === 'fallback' ? t('picture.unavailable') : alt}
          width={width}
          height={height}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          fetchPriority={eager ? 'high' : undefined}
          className="relative block size-full object-cover text-transparent"
          onLoad={onLoad}
          onError={onError}
        />
      )}
    </span>
  )
}

/** Shown instead of the picture after its last retry failed. Small frames show no text. */
function FailureText({ alt, text }: { alt: string; text: string }) {
  return (
    <span
      role="img"
      aria-label={alt}
      className="@container absolute inset-0 grid place-items-center text-center text-sm text-soft"
    >
      <span aria-hidden="true" className="p-2 @max-[8rem]:hidden">
        {text}
      </span>
    </span>
  )
}

/** Covers the frame while the picture loads: the blurred picture below the placeholder or a text. */
function LoadingLayer({ blurred, placeholder }: Pick<PictureProps, 'blurred' | 'placeholder'>) {
  const { t } = useTranslation('app')
  return (
    <span
      aria-hidden="true"
      className="@container absolute inset-0 grid place-items-center text-sm text-soft"
    >
      {blurred && (
        <img src={blurred} alt="" className="absolute inset-0 size-full object-cover blur-lg" />
      )}
      {placeholder ?? (
        <span
          className={classNames(
            'max-w-full truncate @max-[8rem]:hidden',
            blurred && 'relative rounded-full bg-raised px-3 py-1',
          )}
        >
          {t('picture.loading')}
        </span>
      )}
    </span>
  )
}

type LoadState = {
  src: string
  attempt: number
  /** The time of the retry in milliseconds. It makes the address of a retry unknown to every cache. */
  retriedAt: number
  step: 'loading' | 'loaded' | 'waiting' | 'fallback' | 'failed'
}
const firstAttempt = (src: string): LoadState => ({
  src,
  attempt: 0,
  retriedAt: 0,
  step: 'loading',
})

/** The steps of loading an <img>: retries after a delay, then the fallback, then failure. rule: layout-stability */
function useImageRetries(src: string, fallback: string | undefined) {
  const [lastState, setState] = useState(firstAttempt(src))
  const state = lastState.src === src ? lastState : firstAttempt(src)
  const { attempt, retriedAt, step } = state
  const image = useRef<HTMLImageElement>(null)

  const onError = () => {
    if (step === 'fallback') setState({ ...state, step: 'failed' })
    else if (attempt < IMAGE_RETRIES_MAX) setState({ ...state, step: 'waiting' })
    else setState({ ...state, step: fallback ? 'fallback' : 'failed' })
  }
  const onLoad = () => step === 'loading' && setState({ ...state, step: 'loaded' })

  useEffect(() => {
    // A picture of the server's page may have loaded or failed before hydration.
    if (step !== 'loading' || !image.current?.complete) return
    if (image.current.naturalWidth > 0) onLoad()
    else if (image.current.currentSrc) onError()
  })
  useEffect(() => {
    if (step !== 'waiting') return
    const timer = setTimeout(
      () => setState({ src, attempt: attempt + 1, retriedAt: Date.now(), step: 'loading' }),
      IMAGE_RETRY_DELAY_MS,
    )
    return () => clearTimeout(timer)
  }, [step, src, attempt])

  return { image, attempt, retriedAt, step, onLoad, onError }
}
