import { useTranslation } from '#web/i18n/use-translation.ts'
import { empty } from '#drawings/empty.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/states/empty-state.tsx'

/** A profile that does not exist or is not reachable now. */
export function ProfileNotFound() {
  const { t } = useTranslation(['public_profile', 'search'])
  return (
    <div className="page grid grow content-center">
      <EmptyState
        drawing={empty.notFound}
        title={t('unavailable')}
        heading="h1"
        action={<ButtonLink href="/">{t('search:return_home')}</ButtonLink>}
      >
        {t('unavailable_text')}
      </EmptyState>
    </div>
  )
}
