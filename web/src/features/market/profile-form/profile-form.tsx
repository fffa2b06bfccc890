import { useState, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { OwnProfile } from '#contract/market/profile.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { PHONE_BAR } from '#web/ui/phone-bar.ts'
import { AreasSection } from './areas-section.tsx'
import { BasicSection } from './basic-section.tsx'
import { DraftNotice, ProfileConflict } from './draft-notices.tsx'
import { FORM_PARTS, onPhoneIf, PartTabs } from './part-tabs.tsx'
import type { FormPart } from './part-tabs.tsx'
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
  const { part } = fieldErrors
  return (
    <div className="page flex max-w-240 flex-col gap-4 max-md:pb-2 md:gap-8">
      <FormHeader isEdit={isEdit} part={part} onCancel={draft.discard} />
      <PartTabs part={part} wrong={fieldErrors.wrongParts} onOpen={fieldErrors.setPart} />
      {draft.stored && <DraftNotice photos={draft.stored.photos} onDiscard={state.discardDraft} />}
      <form
        noValidate
        className="flex flex-col gap-5 md:gap-8"
        onSubmit={(event) => {
          event.preventDefault()
          void state.submit(form.getValues())
        }}
      >
        <fieldset disabled={state.isBusy} className="flex min-w-0 flex-col gap-5 md:gap-8">
          <PortraitSection
            profile={profile}
            photos={photos}
            userId={userId}
            fieldError={fieldErrors.errorOf('profile_image')}
            onChange={() => fieldErrors.remove('profile_image')}
            className={onPhoneIf(part === 'you')}
            ref={portraitInput}
          />
          <BasicSection
            form={form}
            errorOf={fieldErrors.errorOf}
            part={part}
            numberIsAskedFor={!profile?.isBackgroundCheckVerified || profile.ssn_last4 !== null}
          />
          <ServicesSection
            form={form}
            fieldError={fieldErrors.errorOf('services_offered')}
            className={onPhoneIf(part === 'services')}
          />
          <AreasSection
            form={form}
            fieldError={fieldErrors.errorOf('service_areas')}
            baseZipError={fieldErrors.errorOf('base_zip')}
            className={onPhoneIf(part === 'where')}
          />
          <GallerySection
            profile={profile}
            photos={photos}
            userId={userId}
            busy={state.isBusy}
            onRetry={(photo) => void state.retryPhoto(photo)}
            className={onPhoneIf(part === 'photos')}
          />
          <VerificationSection
            form={form}
            last4={profile?.ssn_last4 ?? null}
            isFixed={profile?.isBackgroundCheckVerified ?? false}
            fieldError={fieldErrors.errorOf('ssn')}
            className={onPhoneIf(part === 'photos')}
          />
        </fieldset>
        {changed.length > 0 && <ProfileConflict changed={changed} />}
        <SaveBar
          isEdit={isEdit}
          part={part}
          onNext={fieldErrors.setPart}
          saving={state.isSaving}
          sent={state.sent}
          failedCount={photos.gallery.filter(({ problem }) => problem).length}
          problem={state.problem}
        />
      </form>
    </div>
  )
}

type HeaderProps = { isEdit: boolean; part: FormPart; onCancel: () => void }

function FormHeader({ isEdit, part, onCancel }: HeaderProps) {
  const { t } = useTranslation('profile')
  const [, navigate] = useLocation()
  return (
    <header className="flex flex-wrap items-start justify-between gap-4">
      <FormTitle isEdit={isEdit} introClass={onPhoneIf(part === 'you')} />
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
  part: FormPart
  onNext: (part: FormPart) => void
  saving: boolean
  /** The progress of the profile's upload, 0 to 1. */
  sent: number
  /** How many pictures did not arrive, although the profile was saved. */
  failedCount: number
  problem: string | undefined
}

/**
 * The submit button, the progress of the upload, and why a save failed. On a phone a new profile is submitted in the
 * last part; a button before it leads from part to part.
 */
function SaveBar({ isEdit, part, onNext, saving, sent, failedCount, problem }: SaveBarProps) {
  const { t } = useTranslation('profile')
  const next = isEdit ? undefined : FORM_PARTS[FORM_PARTS.indexOf(part) + 1]
  const title = isEdit ? t('edit.submit') : t('create.submit')
  return (
    <div
      className={`${PHONE_BAR} flex flex-col gap-4 border-t border-line pt-3 max-sm:bg-paper md:pt-8`}
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
      {next && (
        <Button className="md:hidden" onClick={() => onNext(next)}>
          {t('parts.next', { part: t(`parts.${next}`) })}
        </Button>
      )}
      <Button
        type="submit"
        busy={saving}
        className={classNames('self-stretch sm:self-start', onPhoneIf(!next))}
      >
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
