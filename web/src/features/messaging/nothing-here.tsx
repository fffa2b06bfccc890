import { useTranslation } from '#web/i18n/use-translation.ts'
import { empty } from '#drawings/empty.ts'
import type { Role } from '#contract/product.ts'
import { landingPath } from '#web/session/next-path.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MESSAGES_PATH } from '#web/router/message-addresses.ts'

/** Before anybody has written. */
export function NoConversations({ role }: { role: Role }) {
  const { t } = useTranslation('messaging')
  return (
    <div className="page m-auto flex flex-col">
      <h1 className="sr-only">{t('title')}</h1>
      <EmptyState
        drawing={empty.noMessages}
        title={t('empty.title')}
        action={<ButtonLink href={landingPath(role)}>{t(`empty.action_${role}`)}</ButtonLink>}
      >
        {t(`empty.help_${role}`)}
      </EmptyState>
    </div>
  )
}

/** An address that names nobody one writes with. */
export function NoSuchConversation() {
  const { t } = useTranslation('messaging')
  return (
    <div className="m-auto">
      <EmptyState
        drawing={empty.notFound}
        title={t('not_found.title')}
        action={<ButtonLink href={MESSAGES_PATH}>{t('not_found.action')}</ButtonLink>}
      >
        {t('not_found.help')}
      </EmptyState>
    </div>
  )
}
