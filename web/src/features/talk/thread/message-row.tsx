import { memo, Suspense, useState } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { classNames } from '#web/ui/class-names.ts'
import { WarningIcon } from '#web/ui/pictures/icons.tsx'
import { lazyPart } from '#web/ui/states/lazy-part.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { SentAt } from './message-time.tsx'
import type { Message } from '../messages/messaging.api.ts'
import { riskOf } from './risk-warning.ts'

const Lightbox = lazyPart(() => import('#web/ui/lightbox/lightbox.tsx'))

type MessageRowProps = {
  message: Message
  isMine: boolean
  name: string
  /** The message before it is of the same group. */
  continues: boolean
  /** The group ends with it: the time is shown, and whether it was read, if `mark` says so. */
  isLast: boolean
  mark?: 'read' | 'sent' | undefined
}

/**
 * One message of a group, the last with the time. The rows of a group have no element in common. An older page may
 * lengthen the group of the oldest message, and an open photo or the focus in it must stay. A row renders again only if
 * it changes, because a new message renders the thread several times. rules: message-screen, hydration
 */
export const MessageRow = memo(function MessageRow({
  message,
  isMine,
  name,
  continues,
  isLast,
  mark,
}: MessageRowProps) {
  const { t } = useTranslation('messaging')
  return (
    <div
      className={classNames(
        'flex flex-col gap-1',
        isMine ? 'items-end' : 'items-start',
        continues && '-mt-2',
      )}
    >
      <Bubble message={message} isMine={isMine} name={name} />
      {isLast && (
        <p className="px-1 text-sm text-soft">
          <SentAt instant={message.timestamp} className="tabular" />
          {message.held ? <> · {t('held')}</> : mark && <> · {t(`mark.${mark}`)}</>}
        </p>
      )}
    </div>
  )
})

/** The classes of a bubble, also of an outgoing message. */
export const bubbleClass = (isMine: boolean) =>
  classNames(
    'max-w-[85%] rounded-lg px-4 py-2.5 md:max-w-[75%]',
    isMine ? 'rounded-br-sm bg-mint-strong' : 'rounded-bl-sm border border-line bg-raised',
  )

function Bubble({ message, isMine, name }: { message: Message; isMine: boolean; name: string }) {
  const { t } = useTranslation('messaging')
  const risk = isMine ? undefined : riskOf(message.message)
  return (
    <>
      {message.picture_url && <Photo message={message} isMine={isMine} name={name} />}
      {message.message && (
        <div className={bubbleClass(isMine)}>
          <span className="sr-only">{isMine ? t('by_you') : t('by', { name })} </span>
          <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            {message.message}
          </p>
        </div>
      )}
      {risk && (
        <p className="flex max-w-[85%] items-start gap-2 rounded-md bg-amber-soft px-3 py-2 text-sm text-amber md:max-w-[75%]">
          <WarningIcon className="mt-px size-4 shrink-0" />
          {t(`risk.${risk}`)}
        </p>
      )}
    </>
  )
}

const PHOTO_WIDTH_PX = 260

function Photo({ message, isMine, name }: { message: Message; isMine: boolean; name: string }) {
  const { t } = useTranslation('messaging')
  const [open, setOpen] = useState(false)
  const { picture_url: url, picture } = message
  if (!url) return null
  const alt = isMine ? t('photo.by_you') : t('photo.by', { name })
  const height = picture ? (PHOTO_WIDTH_PX * picture.height) / picture.width : PHOTO_WIDTH_PX
  return (
    <>
      <button
        type="button"
        aria-label={t('photo.open', { photo: alt })}
        className="max-w-[85%] overflow-hidden rounded-lg"
        onClick={() => setOpen(true)}
      >
        <Picture
          src={url}
          alt={alt}
          width={PHOTO_WIDTH_PX}
          height={Math.round(height)}
          className="max-h-80"
        />
      </button>
      <Suspense>
        {open && <Lightbox images={[{ url, alt }]} start={0} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
