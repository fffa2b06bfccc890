import { useQuery } from '@tanstack/react-query'
import type { User } from '#contract/identity.ts'
import { useApi } from '#web/api/use-api.ts'
import { SendVerification } from '#web/features/identity/send-verification.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CheckIcon, InfoIcon } from '#web/ui/icons.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { settingsQuery } from './account.api.ts'
import { Part } from '#web/ui/part.tsx'

/** Whether the email address is confirmed, and the way to confirm it. rule: email-verification, verify-email-screen */
export function EmailPart({ user }: { user: User }) {
  const { t } = useTranslation(['identity', 'account'])
  const query = useQuery(settingsQuery(useApi(), user.id))
  return (
    <Part content="block" title={t('verify_email.part')} help={t('verify_email.help')}>
      <QueryState
        query={query}
        failed={t('account:load_failed')}
        failureLook="message-box"
        pending={<Skeleton className="h-11 w-60" />}
      >
        {({ email, email_verified }) => (
          <div className="flex flex-col items-start gap-3">
            <p className="flex flex-wrap items-center gap-3">
              <span className="wrap-anywhere">{email}</span>
              {email_verified ? (
                <Badge tone="good" icon={<CheckIcon className="size-4" />}>
                  {t('verify_email.confirmed')}
                </Badge>
              ) : (
                <Badge tone="waiting" icon={<InfoIcon className="size-4" />}>
                  {t('verify_email.not_confirmed')}
                </Badge>
              )}
            </p>
            {!email_verified && <SendVerification user={user} />}
          </div>
        )}
      </QueryState>
    </Part>
  )
}
