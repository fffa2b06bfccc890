import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useDeferredValue, useEffect, useState } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { User } from '#contract/people/identity.ts'
import { emptySignedIn } from '#drawings/empty-signed-in.ts'
import { useApi } from '#web/api/use-api.ts'
import { useUser } from '#web/session/session.ts'
import { defineView } from '#web/router/view.ts'
import { ownProfileQuery } from '#web/features/market/profile-form/profile-form.api.ts'
import { FormTitle } from '#web/features/market/profile-form/form-title.tsx'
import { ProfileFormSkeleton } from '#web/features/market/profile-form/profile-form-skeleton.tsx'
import { importWithRetries } from '#web/loading/import-with-retries.ts'
import { LoadFailure } from '#web/ui/states/query-state.tsx'
import { useHydrated } from '#web/ui/states/use-hydrated.ts'

const PAGE_IS_FRESH_MS = 30_000

// Its code follows the first view, which is the title and the portrait in a skeleton. rule: first-view
const loadForm = () =>
  importWithRetries(() => import('#web/features/market/profile-form/profile-form.tsx'))
const ProfileForm = lazy(loadForm)

defineView('profile-form', {
  head: ({ t }) => ({ title: t('profile:title') }),
  load: ({ api, queryClient, user }) =>
    user
      ? queryClient.fetchQuery({ ...ownProfileQuery(api, user.id), staleTime: PAGE_IS_FRESH_MS })
      : undefined,
  Component: ProfileFormView,
})

function ProfileFormView() {
  const user = useUser()
  return user && <OwnProfileForm key={user.id} user={user} />
}

/** The form with the newly read profile. */
function OwnProfileForm({ user }: { user: User }) {
  // The page contains these, so that the form needs no request.
  const { t } = useTranslation(['profile', 'errors', 'fields', 'search', 'support', 'verification'])
  // The form is rendered in slices: at once it would block a slow phone for a fifth of a second.
  const isHydrated = useDeferredValue(useHydrated())
  // The data of the server's page is as new as the page.
  const [isFromPage] = useState(!isHydrated)
  const own = ownProfileQuery(useApi(), user.id)
  const query = useQuery(isFromPage ? { ...own, refetchOnMount: false } : own)
  useEffect(() => void loadForm(), [])
  const { data: profile, error, isFetchedAfterMount, isFetching, refetch } = query

  const skeleton = profile !== undefined && (
    <ProfileFormSkeleton portrait={profile?.profile_image_url ?? undefined}>
      <FormTitle isEdit={profile !== null} />
    </ProfileFormSkeleton>
  )
  // Only the browser knows the draft, so the server renders the skeleton.
  if (profile !== undefined && isHydrated && (isFromPage || isFetchedAfterMount))
    return (
      <Suspense fallback={skeleton}>
        <ProfileForm userId={user.id} profile={profile} />
      </Suspense>
    )
  if (error && !isFetching)
    return (
      <LoadFailure
        title={t('load.failed')}
        heading="h1"
        drawing={emptySignedIn.offline}
        error={error}
        isRetrying={false}
        onRetry={() => void refetch()}
        retryLabel={t('load.again')}
      />
    )
  if (skeleton && isFromPage) return skeleton
  return (
    <>
      <h1 className="sr-only">{t('title')}</h1>
      <ProfileFormSkeleton />
    </>
  )
}
