import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { OwnProfile } from '#contract/market/profile.ts'
import { ConnectionLost } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { randomKey } from '#web/api/random-key.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { upload } from '#web/api/upload.ts'
import type { ChosenPhoto, ChosenPhotos } from './chosen-photos.ts'
import { invalidateOtherScreens, ownProfileQuery, picturesChanged } from './profile-form.api.ts'
import { saveForm } from './form-values.ts'
import type { FormValues } from './form-values.ts'

type Save = { values: FormValues; version: number }

/**
 * Saves the fields together with a new profile photo, then uploads the gallery pictures one by one. `save` returns the
 * saved profile and how many uploads failed; `retry` uploads one of these pictures again. rule: profile-form-screen
 */
export function useSaveProfile(userId: string, photos: ChosenPhotos) {
  const api = useApi()
  const { i18n, t } = useTranslation('profile')
  const refusalText = useRefusalText()
  const queryClient = useQueryClient()
  const [sent, setSent] = useState(0)
  const [keys] = useState(() => new Map<string, string>())
  const call = { params: { userId }, language: i18n.language }

  const sendPhoto = async (photo: ChosenPhoto): Promise<boolean> => {
    const form = new FormData()
    form.set('image', photo.file)
    photos.update(photo.id, { sent: 0 })
    try {
      const pictures = await upload('POST /api/professional/profile/{userId}/image/gallery', {
        ...call,
        form,
        idempotencyKey: photo.key,
        onProgress: (progress) => photos.update(photo.id, { sent: progress }),
      })
      photos.dropFromGallery(photo.id)
      picturesChanged(queryClient, api, userId, pictures)
      return true
    } catch (error) {
      const problem = error instanceof ConnectionLost ? t('gallery.send_lost') : refusalText(error)
      photos.update(photo.id, { problem })
      return false
    }
  }

  const save = useMutation({
    mutationFn: async ({
      values,
      version,
    }: Save): Promise<{ profile: OwnProfile; failedCount: number }> => {
      const photo = photos.portrait?.file
      const profile = await upload('PUT /api/professional/profile/{userId}', {
        ...call,
        form: saveForm(userId, values, { version, photo }),
        idempotencyKey: keyFor(keys, { values, version, photo: photos.portrait?.id }),
        onProgress: setSent,
      })
      keys.clear()
      photos.dropPortrait()
      queryClient.setQueryData(ownProfileQuery(api, userId).queryKey, profile)
      invalidateOtherScreens(queryClient)
      let failedCount = 0
      for (const one of photos.gallery) if (!(await sendPhoto(one))) failedCount += 1
      return { profile, failedCount }
    },
    onMutate: () => setSent(0),
  })
  const retry = useMutation({ mutationFn: sendPhoto })
  return { save, retry, sent }
}

/** The idempotency key of this content: the same until a save succeeds. rule: idempotency-key */
function keyFor(keys: Map<string, string>, content: unknown): string {
  const text = JSON.stringify(content)
  const key = keys.get(text) ?? randomKey()
  keys.set(text, key)
  return key
}
