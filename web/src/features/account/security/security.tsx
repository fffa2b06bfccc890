import { Suspense } from 'react'
import type { User } from '#contract/people/identity.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useUser } from '#web/session/session.ts'
import { lazyPart } from '#web/ui/states/lazy-part.tsx'
import { RowsSkeleton } from '#web/ui/states/rows-skeleton.tsx'
import { SecurityEvents } from './security-events.tsx'
import { Sessions } from './sessions.tsx'

const Factors = lazyPart(() => import('./factors.tsx'))

/** The page with the account's second factors, sessions and security events. rule: end-sessions */
export function SecurityPage() {
  const user = useUser()
  return user && <Security user={user} />
}

function Security({ user }: { user: User }) {
  const { t } = useTranslation('security')
  return (
    <div>
      <header className="flex flex-col gap-2 pb-8">
        <h1 className="text-2xl md:text-3xl">{t('title')}</h1>
        <p className="measure text-soft">{t('intro')}</p>
      </header>
      <Suspense fallback={<RowsSkeleton />}>
        <Factors userId={user.id} />
      </Suspense>
      <Sessions userId={user.id} />
      <SecurityEvents userId={user.id} />
    </div>
  )
}
