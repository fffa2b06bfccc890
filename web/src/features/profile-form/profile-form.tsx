import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { profileComplaint } from '#contract/profile-checks.ts'
import type { OwnProfile } from '#contract/profile.ts'
import { Refusal } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { AreasSection } from './areas-section.tsx'
import { BasicSection } from './basic-section.tsx'
import { mergeSaved } from './changed-elsewhere.ts'
import { fieldOfRefusal } from './complaints.ts'
import { Conflict } from './conflict.tsx'
import { DraftNotice } from './draft-notice.tsx'
import { FormHeader } from './form-header.tsx'
import { GallerySection } from './gallery-section.tsx'
import { PICTURE_TYPES, useChosenPhotos } from './photos.ts'
import type { ChosenPhoto } from './photos.ts'
import { PortraitSection } from './portrait-section.tsx'
import { ownProfileQuery } from './profile-form.api.ts'
import { SaveBar } from './save-bar.tsx'
import { ServicesSection } from './services-section.tsx'
import { firstTyped, withoutSsn } from './typed.ts'
import type { Typed } from './typed.ts'
import { useComplaint } from './use-complaint.ts'
import { useKeptTyping } from './use-kept-typing.ts'
import { useProfileDraft } from './use-profile-draft.ts'
import { useSaveFailure } from './use-save-failure.ts'
import { useSaveProfile } from './use-save-profile.ts'
import { VerificationSection } from './verification-section.tsx'

/** The version of a profile that is not there yet: one that another device made meanwhile is not overwritten. */
const NOTHING_SAVED = 0

type ProfileFormProps = {
  userId: string
  /** What is saved; null before the first save. */
  profile: OwnProfile | null
  onSaved: (outcome: { created: boolean }) => void
}

/** Professional spec 2.1, 4, 5: sections in one column; the first failing check is shown where it belongs, and what was typed outlives a failure. */
export function ProfileForm({ userId, profile, onSaved }: ProfileFormProps) {
  const { t } = useTranslation(['profile', 'errors'])
  const api = useApi()
  const queryClient = useQueryClient()
  const failureText = useSaveFailure()
  const [editing] = useState(profile !== null)
  const draft = useProfileDraft(userId, profile)
  const photos = useChosenPhotos()
  const form = useForm<Typed>({ defaultValues: { ...draft.begun.fields, ssn: '' } })
  const { save, retry, sent } = useSaveProfile(userId, photos)
  const busy = save.isPending || retry.isPending
  const portrait = useRef<HTMLInputElement>(null)
  const complaint = useComplaint(form, portrait, busy)
  const [changed, setChanged] = useState(draft.begun.changed)
  useKeptTyping(form, photos, draft.keep)
  const done = () => onSaved({ created: !editing })

  /** The wrong thing about what is typed and chosen, if any, is said at its field. */
  const complains = (typed: Typed): boolean => {
    const file = photos.portrait?.file
    const wrong = profileComplaint({
      ...typed,
      hasPhoto: Boolean(profile?.profile_image_url),
      photoBytes: file?.size,
    })
    if (wrong) complaint.complain(wrong.field, t(`errors:${wrong.code}`))
    else if (file && !PICTURE_TYPES.includes(file.type))
      complaint.complain('profile_image', t('not_an_image', { file: file.name }))
    else return false
    return true
  }

  const takeOverSaved = async (typed: Typed) => {
    // What cannot be had now is told without its details; saving again finds them.
    const saved = await queryClient.fetchQuery(ownProfileQuery(api, userId)).catch(() => null)
    if (!saved) return
    const began = draft.base?.fields ?? firstTyped(null)
    const { merged, changed } = mergeSaved(began, withoutSsn(typed), firstTyped(saved))
    draft.rebase(saved)
    form.reset({ ...merged, ssn: typed.ssn })
    setChanged(changed)
  }

  const submit = async (typed: Typed) => {
    complaint.clear()
    if (complains(typed)) return
    try {
      const { profile: saved, stuck } = await save.mutateAsync({
        typed,
        version: draft.base?.version ?? NOTHING_SAVED,
      })
      draft.rebase(saved)
      form.reset({ ...firstTyped(saved), ssn: '' })
      draft.forget()
      setChanged([])
      if (stuck === 0) done()
    } catch (error) {
      const code = error instanceof Refusal ? error.code : undefined
      const field = code && fieldOfRefusal(code)
      if (code === 'profile_changed') await takeOverSaved(typed)
      else if (field) complaint.complain(field, failureText(error))
    }
  }

  const retryPhoto = async (photo: ChosenPhoto) => {
    const arrived = await retry.mutateAsync(photo)
    const others = photos.gallery.filter(({ id }) => id !== photo.id)
    if (!arrived || others.length > 0 || !save.isSuccess) return
    // What she typed since is hers to save.
    const typed = form.getValues()
    if (typed.ssn || !draft.hasAll(withoutSsn(typed))) return
    draft.forget()
    done()
  }

  const atField = save.error instanceof Refusal && fieldOfRefusal(save.error.code)
  const isDetailed =
    changed.length > 0 && save.error instanceof Refusal && save.error.code === 'profile_changed'
  return (
    <div className="page flex max-w-240 flex-col gap-8">
      <FormHeader editing={editing} onCancel={draft.forget} />
      {draft.kept && (
        <DraftNotice
          photos={draft.kept.photos}
          onDiscard={() => {
            form.reset({ ...firstTyped(profile), ssn: '' })
            draft.forget()
            setChanged([])
          }}
        />
      )}
      <form
        noValidate
        className="flex flex-col gap-8"
        onSubmit={(event) => {
          event.preventDefault()
          void submit(form.getValues())
        }}
      >
        <fieldset disabled={busy} className="flex min-w-0 flex-col gap-8">
          <PortraitSection
            profile={profile}
            photos={photos}
            userId={userId}
            complaint={complaint.complaintOf('profile_image')}
            onChange={complaint.clear}
            ref={portrait}
          />
          <BasicSection form={form} complaintOf={complaint.complaintOf} />
          <ServicesSection form={form} complaint={complaint.complaintOf('services_offered')} />
          <AreasSection form={form} complaint={complaint.complaintOf('service_areas')} />
          <GallerySection
            profile={profile}
            photos={photos}
            userId={userId}
            busy={busy}
            onRetry={(photo) => void retryPhoto(photo)}
          />
          <VerificationSection
            form={form}
            last4={profile?.ssn_last4 ?? null}
            complaint={complaint.complaintOf('ssn')}
          />
        </fieldset>
        {changed.length > 0 && <Conflict changed={changed} />}
        <SaveBar
          editing={editing}
          saving={save.isPending}
          sent={sent}
          stuck={photos.gallery.filter(({ problem }) => problem).length}
          problem={save.error && !atField && !isDetailed ? failureText(save.error) : undefined}
        />
      </form>
    </div>
  )
}
