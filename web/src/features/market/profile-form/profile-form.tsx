import { useState, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { OwnProfile } from '#contract/market/profile.ts'
import { Button } from '#web/ui/button.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { PHONE_BAR } from '#web/ui/phone-bar.ts'
import { AreasSection } from './areas-section.tsx'
import { BasicSection } from './basic-section.tsx'
import { DraftNotice, ProfileConflict } from './draft-notices.tsx'
import { FormTitle } from './form-title.tsx'
import { GallerySection } from './gallery-section.tsx'
import { PortraitSection } from './portrait-section.tsx'
import { ServicesSection } from './services-section.tsx'
import { useProfileForm } from './use-profile-form.ts'
import { VerificationSection } from './verification-section.tsx'
import { REDIRECT_AFTER_PROFILE_MS } from '#contract/market/profile-rules.ts'
import { CheckIcon } from '#web/ui/pictures/icons.tsx'
import { ActivationPrompt } from './activation-prompt.tsx'

type ProfileFormProps = {
  userId: string
  /** The saved profile; null before the first save. */
  profile: OwnProfile | null
}

/** The form; after the save, the confirmation. */
export default function ProfileFormScreen(props: ProfileFormProps) {
  const [saved, setSaved] = useState<{ created: boolean }>()
  if (saved) return <SavedScreen userId={props.userId} {...saved} />
  return <ProfileForm {...props} onSaved={setSaved} />
}

type FormProps = ProfileFormProps & { onSaved: (outcome: { created: boolean }) => void }

/** Creates or edits a professional's profile. rule: profile-form-screen */
function ProfileForm({ userId, profile, onSaved }: FormProps) {
  const [isEdit] = useState(profile !== null)
  const { form, photos, draft, fieldErrors, changed, portraitInput, ...state } = useProfileForm(
    userId,
    profile,
    () => onSaved({ created: !isEdit }),
  )
  return (
    <div className="page flex max-w-240 flex-col gap-8">
      <FormHeader isEdit={isEdit} onCancel={draft.discard} />
      {draft.stored && <DraftNotice photos={draft.stored.photos} onDiscard={state.discardDraft} />}
      <form
        noValidate
        className="flex flex-col gap-8"
        onSubmit={(event) => {
          event.preventDefault()
          void state.submit(form.getValues())
        }}
      >
        <fieldset disabled={state.isBusy} className="flex min-w-0 flex-col gap-8">
          <PortraitSection
            profile={profile}
            photos={photos}
            userId={userId}
            fieldError={fieldErrors.errorOf('profile_image')}
            onChange={() => fieldErrors.remove('profile_image')}
            ref={portraitInput}
          />
          <BasicSection
            form={form}
            errorOf={fieldErrors.errorOf}
            numberIsAskedFor={!profile?.isBackgroundCheckVerified || profile.ssn_last4 !== null}
          />
          <ServicesSection form={form} fieldError={fieldErrors.errorOf('services_offered')} />
          <AreasSection
            form={form}
            fieldError={fieldErrors.errorOf('service_areas')}
            baseZipError={fieldErrors.errorOf('base_zip')}
          />
          <GallerySection
            profile={profile}
            photos={photos}
            userId={userId}
            busy={state.isBusy}
            onRetry={(photo) => void state.retryPhoto(photo)}
          />
          <VerificationSection
            form={form}
            last4={profile?.ssn_last4 ?? null}
            isFixed={profile?.isBackgroundCheckVerified ?? false}
            fieldError={fieldErrors.errorOf('ssn')}
          />
        </fieldset>
        {changed.length > 0 && <ProfileConflict changed={changed} />}
        <SaveBar
          isEdit={isEdit}
          saving={state.isSaving}
          sent={state.sent}
          failedCount={photos.gallery.filter(({ problem }) => problem).length}
          problem={state.problem}
        />
      </form>
    </div>
  )
}

function FormHeader({ isEdit, onCancel }: { isEdit: boolean; onCancel: () => void }) {
  const { t } = useTranslation('profile')
  const [, navigate] = useLocation()
  return (
    <header className="flex flex-wrap items-start justify-between gap-4">
      <FormTitle isEdit={isEdit} />
      {isEdit && (
        <Button
          look="quiet"
          onClick={() => {
            onCancel()
            navigate('/dashboard')
          }}
        >
          {t('edit.cancel')}
        </Button>
      )}
    </header>
  )
}

type SaveBarProps = {
  isEdit: boolean
  saving: boolean
  /** The progress of the profile's upload, 0 to 1. */
  sent: number
  /** How many pictures did not arrive, although the profile was saved. */
  failedCount: number
  problem: string | undefined
}

/** The submit button, the progress of the upload, and why a save failed. */
function SaveBar({ isEdit, saving, sent, failedCount, problem }: SaveBarProps) {
  const { t } = useTranslation('profile')
  const title = isEdit ? t('edit.submit') : t('create.submit')
  return (
    <div
      className={`${PHONE_BAR} flex flex-col gap-4 border-t border-line pt-6 max-sm:bg-paper md:pt-8`}
    >
      {problem && <MessageBox tone="problem">{problem}</MessageBox>}
      {!saving && failedCount > 0 && (
        <MessageBox tone="problem">{t('save.stuck', { count: failedCount })}</MessageBox>
      )}
      {saving && (
        <label className="flex flex-col gap-1.5 font-medium" role="status">
          {t('save.sending')}
          <progress value={sent} max={1} className="h-2 w-full" />
        </label>
      )}
      <Button type="submit" busy={saving} className="self-stretch sm:self-start">
        {saving ? t('save.busy') : title}
      </Button>
    </div>
  )
}

const DASHBOARD = '/dashboard'

/**
 * Confirms the save and opens the dashboard; a new profile gets the activation prompt first. rule:
 * profile-form-screen
 */
function SavedScreen({ userId, created }: { userId: string; created: boolean }) {
  const { t } = useTranslation('profile')
  const [, navigate] = useLocation()
  const [isPrompting, setPrompting] = useState(created)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isPrompting) return undefined
    heading.current?.focus()
    const timer = setTimeout(() => navigate(DASHBOARD), REDIRECT_AFTER_PROFILE_MS)
    return () => clearTimeout(timer)
  }, [isPrompting, navigate])

  return (
    <>
      <section className="page grid grow place-content-center justify-items-center gap-4 text-center">
        <span className="grid size-16 place-items-center rounded-full bg-mint text-action">
          <CheckIcon className="size-8" />
        </span>
        <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none md:text-3xl">
          {created ? t('saved.created') : t('saved.updated')}
        </h1>
        <p role="status" className="text-soft">
          {t('saved.redirecting')}
        </p>
        <Button onClick={() => navigate(DASHBOARD)}>{t('saved.go')}</Button>
      </section>
      {isPrompting && <ActivationPrompt userId={userId} onLater={() => setPrompting(false)} />}
    </>
  )
}
