import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { findProfileProblems } from '#contract/market/profile-checks.ts'
import type { OwnProfile } from '#contract/market/profile.ts'
import { ConnectionLost, Refusal } from '#web/api/client.ts'
import { detailOf, useRefusalText } from '#web/api/refusal-text.ts'
import { useApi } from '#web/api/use-api.ts'
import { useUser } from '#web/session/session.ts'
import { PICTURE_TYPES } from '#web/ui/pictures/picture-types.ts'
import { useChosenPhotos } from './chosen-photos.ts'
import type { ChosenPhoto } from './chosen-photos.ts'
import { fieldOfRefusal, useFieldErrors } from './field-error.ts'
import type { FieldError } from './field-error.ts'
import { initialValues, withoutSsn } from './form-values.ts'
import type { FormValues, StoredValues } from './form-values.ts'
import { mergeSaved } from './merge-saved.ts'
import { useProfileDraft, useStoredTyping } from './profile-draft.ts'
import { ownProfileQuery } from './profile-form.api.ts'
import { useSaveProfile } from './use-save-profile.ts'

/** The version of a profile that does not exist yet, so that a first save on another device is not overwritten. */
const NOT_SAVED_YET = 0

/**
 * The state and the actions of the profile form: check, save, retry a photo, merge what another device saved. `onDone`
 * runs when the profile and all its photos are saved.
 */
export function useProfileForm(userId: string, profile: OwnProfile | null, onDone: () => void) {
  const failureText = useSaveFailureText()
  const draft = useProfileDraft(userId, profile)
  const photos = useChosenPhotos()
  const form = useForm<FormValues>({ defaultValues: useFirstValues(draft.start.fields) })
  const { save, retry, sent } = useSaveProfile(userId, photos)
  const isBusy = save.isPending || retry.isPending
  const portraitInput = useRef<HTMLInputElement>(null)
  const fieldErrors = useFieldErrors(form, portraitInput, isBusy)
  const [changed, setChanged] = useState(draft.start.changed)
  const findProblems = useFindProblems(profile, photos.portrait?.file)
  const fetchSaved = useFetchSaved(userId)
  useStoredTyping(form, photos, draft.store)

  const showSaved = (saved: OwnProfile | null) => {
    form.reset({ ...initialValues(saved), ssn: '' })
    draft.discard()
    setChanged([])
  }

  const mergeOtherDevice = async (values: FormValues) => {
    const saved = await fetchSaved()
    // Without the saved profile the notice has no details. The next save tries again.
    if (!saved) return
    const startedFrom = draft.base?.fields ?? initialValues(null)
    const result = mergeSaved(startedFrom, withoutSsn(values), initialValues(saved))
    draft.rebase(saved)
    form.reset({ ...result.merged, ssn: values.ssn })
    setChanged(result.changed)
  }

  const submit = async (values: FormValues) => {
    const wrong = findProblems(values)
    fieldErrors.show(wrong)
    if (wrong.length > 0) return
    try {
      const version = draft.base?.version ?? NOT_SAVED_YET
      const { profile: saved, failedCount } = await save.mutateAsync({ values, version })
      draft.rebase(saved)
      showSaved(saved)
      if (failedCount === 0) onDone()
    } catch (error) {
      const code = error instanceof Refusal ? error.code : undefined
      const field = code && fieldOfRefusal(code)
      if (code === 'profile_changed') await mergeOtherDevice(values)
      else if (field) fieldErrors.show([{ field, text: failureText(error) }])
    }
  }

  const retryPhoto = async (photo: ChosenPhoto) => {
    const hasArrived = await retry.mutateAsync(photo)
    const others = photos.gallery.filter(({ id }) => id !== photo.id)
    if (!hasArrived || others.length > 0 || !save.isSuccess) return
    // Values typed since the save stay in the form, for another save.
    const values = form.getValues()
    if (values.ssn || !draft.isSaved(withoutSsn(values))) return
    draft.discard()
    onDone()
  }

  const refusal = save.error instanceof Refusal ? save.error : undefined
  const isShownElsewhere =
    refusal &&
    (fieldOfRefusal(refusal.code) || (changed.length > 0 && refusal.code === 'profile_changed'))
  return {
    form,
    photos,
    draft,
    fieldErrors,
    changed,
    portraitInput,
    isBusy,
    isSaving: save.isPending,
    sent,
    problem: save.error && !isShownElsewhere ? failureText(save.error) : undefined,
    submit,
    retryPhoto,
    discardDraft: () => showSaved(profile),
  }
}

/** All failed checks with their sentences; empty when the form can be sent. rule: profile-checks */
function useFindProblems(profile: OwnProfile | null, photo: File | undefined) {
  const { t } = useTranslation(['profile', 'errors'])
  return (values: FormValues): FieldError[] => {
    const wrong = findProfileProblems({
      ...values,
      hasPhoto: Boolean(profile?.profile_image_url),
      photoBytes: photo?.size,
    }).map(({ field, code }): FieldError => ({ field, text: t(`errors:${code}`) }))
    if (!photo || PICTURE_TYPES.includes(photo.type)) return wrong
    return [...wrong, { field: 'profile_image', text: t('not_an_image', { file: photo.name }) }]
  }
}

/** The values of the draft; a new profile begins with the name of the account. */
function useFirstValues(fields: StoredValues): FormValues {
  const user = useUser()
  const ownName = user ? `${user.first_name} ${user.last_name}`.trim() : ''
  return { ...fields, full_name: fields.full_name || ownName, ssn: '' }
}

/** Reads the saved profile again; null when it cannot be read. */
function useFetchSaved(userId: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return () => queryClient.fetchQuery(ownProfileQuery(api, userId)).catch(() => null)
}

/** Why a save failed, in the reader's language. rule: profile-form-screen, service-areas */
function useSaveFailureText(): (error: unknown) => string {
  const { t } = useTranslation('profile')
  const refusalText = useRefusalText()
  return (error) => {
    if (error instanceof ConnectionLost) return t('save.lost')
    if (!(error instanceof Refusal) || error.code === 'unexpected')
      return detailOf(error) ?? t('save.failed')
    const { area } = error.params
    if (error.code === 'area_unknown' && area) return t('areas.unknown', { area })
    return refusalText(error)
  }
}
