import { useLocation } from 'wouter'
import type { Role } from '#contract/product.ts'
import { empty } from '#drawings/empty.ts'
import { emptySignedIn } from '#drawings/empty-signed-in.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { MESSAGES_PATH } from '#web/router/message-addresses.ts'
import { landingPath } from '#web/session/next-path.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'

const ROWS = [0, 1, 2, 3, 4]
const BUBBLES = ['w-2/3', 'w-1/2 self-end', 'w-3/5', 'w-2/5 self-end']

/** The skeleton of the message screen. */
export function MessageScreenSkeleton() {
  const { t } = useTranslation('messaging')
  const [path] = useLocation()
  const isThread = path !== MESSAGES_PATH
  return (
    <div
      className={classNames(
        'whole-screen mx-auto w-full max-w-page md:px-8 md:py-4',
        isThread && 'open-thread',
      )}
      aria-busy="true"
    >
      <h1 className="sr-only">{t('title')}</h1>
      <p role="status" className="sr-only">
        {t('loading')}
      </p>
      <div className="grid size-full overflow-hidden md:grid-cols-[19rem_minmax(0,1fr)] md:rounded-lg md:border md:border-line md:bg-surface lg:grid-cols-[22rem_minmax(0,1fr)]">
        <div className={classNames('md:border-r md:border-line', isThread && 'max-md:hidden')}>
          <h2 className="flex min-h-16 items-center border-b border-line px-4 text-xl">
            {t('title')}
          </h2>
          <div className="flex flex-col gap-5 p-5">
            {ROWS.map((row) => (
              <div key={row} className="flex items-center gap-3">
                <Skeleton className="size-11 shrink-0 rounded-full" />
                <div className="flex grow flex-col gap-2">
                  <Skeleton className="h-4 w-2/3" />
                  <Skeleton className="h-4" />
                </div>
              </div>
            ))}
          </div>
        </div>
        <div className={classNames(!isThread && 'max-md:hidden')}>
          <ThreadSkeleton />
        </div>
      </div>
    </div>
  )
}

export function ThreadSkeleton() {
  return (
    <div className="flex grow flex-col justify-end gap-3 p-5" aria-busy="true">
      {BUBBLES.map((className) => (
        <Skeleton key={className} className={`h-14 rounded-lg ${className}`} />
      ))}
    </div>
  )
}

/** The empty state without any conversation. */
export function NoConversations({ role }: { role: Role }) {
  const { t } = useTranslation('messaging')
  return (
    <div className="page m-auto flex flex-col">
      <h1 className="sr-only">{t('title')}</h1>
      <EmptyState
        drawing={emptySignedIn.noMessages}
        title={t('empty.title')}
        action={<ButtonLink href={landingPath({ role })}>{t(`empty.action_${role}`)}</ButtonLink>}
      >
        {t(`empty.help_${role}`)}
      </EmptyState>
    </div>
  )
}

/** The address names a person whom the reader has no conversation with. */
export function ConversationNotFound() {
  const { t } = useTranslation('messaging')
  return (
    <div className="m-auto w-full">
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
