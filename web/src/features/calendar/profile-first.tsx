import { emptySignedIn } from '#drawings/empty-signed-in.ts'
import { Refusal } from '#web/api/client.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { PROFILE_FORM } from '#web/router/dashboard-address.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/states/empty-state.tsx'

/** Whether the server refused because the professional has no profile yet. */
export const isProfileMissing = (error: Error | null) =>
  error instanceof Refusal && error.code === 'complete_profile_first'

type ProfileFirstProps = {
  /** An SVG of #drawings. */
  drawing?: string
}

/** The way to the own profile, in the place of what needs one. */
export function ProfileFirst({ drawing = emptySignedIn.noBookings }: ProfileFirstProps) {
  const { t } = useTranslation('time')
  return (
    <EmptyState
      drawing={drawing}
      title={t('no_profile')}
      action={<ButtonLink href={PROFILE_FORM}>{t('to_profile')}</ButtonLink>}
    />
  )
}
