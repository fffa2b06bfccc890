import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { Ref } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { OwnProfile } from '#contract/market/profile.ts'
import { ConnectionLost } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { Button } from '#web/ui/button.tsx'
import { useFailureToast } from '#web/ui/states/use-failure-toast.ts'
import { FileButton } from '#web/ui/forms/file-button.tsx'
import type { ChosenPhotos } from './chosen-photos.ts'
import { picturesChanged } from './profile-form.api.ts'
import { FieldErrorLine, Section } from './form-section.tsx'
import { Portrait } from './portrait.tsx'

type PortraitSectionProps = {
  profile: OwnProfile | null
  photos: ChosenPhotos
  userId: string
  fieldError: string | undefined
  /** A picture was chosen or dropped here. */
  onChange: () => void
  className: string | undefined
  ref: Ref<HTMLInputElement>
}

/** The profile photo: the chosen one, else the saved one. */
export function PortraitSection({
  profile,
  photos,
  userId,
  fieldError,
  onChange,
  className,
  ref,
}: PortraitSectionProps) {
  const { t } = useTranslation('profile')
  const id = useId()
  const remove = useRemovePortrait(userId)
  const saved = profile?.profile_image_url
  const { portrait } = photos
  return (
    <Section
      title={t('photo.title')}
      help={t('photo.help')}
      mark={t('photo.required')}
      className={className}
    >
      <div className="flex flex-wrap items-center gap-5">
        <Portrait chosen={portrait?.preview} saved={saved} />
        <div className="flex min-w-44 flex-1 flex-col items-start gap-2">
          <FileButton
            ref={ref}
            label={portrait || saved ? t('photo.change') : t('photo.choose')}
            invalid={Boolean(fieldError)}
            describedBy={`${id}-rule${fieldError ? ` ${id}-error` : ''}`}
            onFiles={([file]) => {
              if (file) photos.choosePortrait(file)
              onChange()
            }}
          />
          {portrait ? (
            <Button
              look="link"
              className="px-0!"
              onClick={() => {
                photos.dropPortrait()
                onChange()
              }}
            >
              {t('photo.drop')}
            </Button>
          ) : (
            saved && (
              <Button
                look="link"
                className="px-0!"
                busy={remove.isPending}
                onClick={() => remove.mutate()}
              >
                {t('photo.remove')}
              </Button>
            )
          )}
          <p id={`${id}-rule`} className="text-sm text-soft">
            {t('photo.rule')}
          </p>
          <FieldErrorLine id={`${id}-error`}>{fieldError}</FieldErrorLine>
        </div>
      </div>
    </Section>
  )
}

function useRemovePortrait(userId: string) {
  const { t } = useTranslation('profile')
  const api = useApi()
  const queryClient = useQueryClient()
  const failure = useFailureToast()
  return useMutation({
    onMutate: failure.clear,
    mutationFn: () =>
      api.call('DELETE /api/professional/profile/{userId}/image/profile', { params: { userId } }),
    onSuccess: (pictures) => picturesChanged(queryClient, api, userId, pictures),
    onError: (error) =>
      failure.show(
        error instanceof ConnectionLost ? t('photo.remove_lost') : t('photo.remove_failed'),
      ),
  })
}
