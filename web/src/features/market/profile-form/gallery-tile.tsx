import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { CloseIcon } from '#web/ui/pictures/icons.tsx'
import type { ChosenPhoto } from './chosen-photos.ts'

/** The frame of a gallery picture. */
export const TILE = 'pane relative aspect-4/3 overflow-hidden rounded-md'

type ChosenTileProps = {
  photo: ChosenPhoto
  busy: boolean
  onDrop: () => void
  onRetry: () => void
}

/** A picture that is not uploaded yet: waiting, uploading, or failed with a retry button. rule: profile-form-screen */
export function ChosenTile({ photo, busy, onDrop, onRetry }: ChosenTileProps) {
  const { t } = useTranslation('profile')
  const { file, preview, sent, problem } = photo
  return (
    <li className="flex flex-col gap-2">
      <div className={TILE}>
        <img
          src={preview}
          alt={t('gallery.chosen', { file: file.name })}
          className="size-full object-cover"
        />
        {sent !== undefined && (
          <progress
            value={sent}
            max={1}
            aria-label={t('gallery.sending', { file: file.name })}
            className="absolute inset-x-2 bottom-2 h-2 w-[calc(100%-1rem)]"
          />
        )}
        {sent === undefined && (
          <RemoveButton
            label={t('gallery.drop', { file: file.name })}
            disabled={busy}
            onClick={onDrop}
          />
        )}
      </div>
      {problem && (
        <>
          <p role="alert" className="text-sm font-medium break-words text-clay">
            {problem}
          </p>
          <Button look="quiet" disabled={busy} onClick={onRetry}>
            {t('gallery.retry')}
          </Button>
        </>
      )}
    </li>
  )
}

/** The remove button in the corner of a picture. */
export function RemoveButton({
  label,
  disabled,
  onClick,
}: {
  label: string
  disabled: boolean
  onClick: () => void
}) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
      className="group absolute top-0 right-0 grid size-11 place-items-center rounded-md disabled:opacity-60"
    >
      <span className="grid size-8 place-items-center rounded-full bg-raised text-ink shadow-float group-hover:bg-clay-soft group-hover:text-clay">
        <CloseIcon className="size-4" />
      </span>
    </button>
  )
}
