import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Spinner, WarningIcon } from '#web/ui/pictures/icons.tsx'
import { LocalPicture } from '#web/ui/pictures/local-picture.tsx'
import { useOnline } from '#web/ui/states/use-online.ts'
import { outbox } from '../messages/outbox.ts'
import type { OutgoingMessage } from '../messages/outbox.ts'
import { AttachPhoto } from './message-photo.tsx'
import { bubbleClass } from './message-row.tsx'

/** A message of the outbox: sending, waiting, or refused. `sent`: how much of its photo, from 0 to 1. rule: outbox */
export function OutgoingBubble({
  message,
  sent,
}: {
  message: OutgoingMessage
  sent: number | undefined
}) {
  const { t } = useTranslation(['messaging', 'errors'])
  const isOnline = useOnline()
  const { key, text, picture, refused, detail, lost } = message
  const reason =
    refused && t(`errors:${refused}`, { defaultValue: detail ?? t('errors:unexpected') })
  const state = refused ? 'refused' : sent !== undefined && isOnline ? 'sending' : 'waiting'
  return (
    <div className="flex flex-col items-end gap-1">
      {picture && <Preview picture={picture} sent={sent} />}
      {text && (
        <div className={classNames(bubbleClass(true), 'opacity-80')}>
          <span className="sr-only">{t('by_you')} </span>
          <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            {text}
          </p>
        </div>
      )}
      {refused || lost ? (
        <div className="flex max-w-[85%] flex-wrap items-center justify-end gap-x-1">
          <p className="flex items-center gap-1.5 text-sm font-medium text-clay">
            <WarningIcon className="size-4 shrink-0" />
            {t('mark.refused', { reason: lost ? t('photo.lost') : reason })}
          </p>
          {lost ? (
            <AttachPhoto onPhoto={(photo) => outbox.retry(key, photo)}>
              {t('photo.again')}
            </AttachPhoto>
          ) : (
            <Button look="link" className="px-2!" onClick={() => outbox.retry(key)}>
              {t('retry')}
            </Button>
          )}
          <Button look="link" className="px-2!" onClick={() => outbox.remove(key)}>
            {t('discard')}
          </Button>
        </div>
      ) : (
        <p className="flex items-center gap-1.5 px-1 text-sm text-soft">
          {state === 'sending' && <Spinner />}
          {t(`mark.${state}`)}
        </p>
      )}
    </div>
  )
}

function Preview({ picture, sent }: { picture: Blob; sent: number | undefined }) {
  const { t } = useTranslation('messaging')
  return (
    <span className="relative block overflow-hidden rounded-lg">
      <LocalPicture
        picture={picture}
        alt={t('photo.by_you')}
        className="block max-h-60 max-w-65 opacity-80"
      />
      {sent !== undefined && (
        <progress
          aria-label={t('photo.progress')}
          max={1}
          value={sent}
          className="absolute inset-x-3 bottom-3 h-2 w-[calc(100%-1.5rem)]"
        />
      )}
    </span>
  )
}
