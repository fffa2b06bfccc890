import { useTranslation } from '#web/i18n/use-translation.ts'
import { empty } from '#drawings/empty.ts'
import { defineView } from '#web/router/view.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/states/empty-state.tsx'

defineView('not-found', {
  head: ({ t }) => ({ title: t('app:not_found.title') }),
  Component: NotFound,
})

function NotFound() {
  const { t } = useTranslation('app')
  return (
    <div className="page grid grow content-center">
      <EmptyState
        drawing={empty.notFound}
        title={t('not_found.title')}
        heading="h1"
        action={<ButtonLink href="/">{t('not_found.home')}</ButtonLink>}
      >
        {t('not_found.help')}
      </EmptyState>
    </div>
  )
}
