import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { User } from '#contract/identity.ts'
import { emptySignedIn } from '#drawings/empty-signed-in.ts'
import { useApi } from '#web/api/use-api.ts'
import { useUser } from '#web/session/session.ts'
import { defineView } from '#web/router/view.ts'
import { ownProfileQuery } from '#web/features/profile-form/profile-form.api.ts'
import { FormTitle, ProfileForm } from '#web/features/profile-form/profile-form.tsx'
import { ProfileFormSkeleton } from '#web/features/profile-form/profile-form-skeleton.tsx'
import { SavedScreen } from '#web/features/profile-form/saved-screen.tsx'
import { LoadFailure } from '#web/ui/query-state.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

const PAGE_IS_FRESH_MS = 30_000

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

/** The form with the newly read profile; after the save, the confirmation. */
function OwnProfileForm({ user }: { user: User }) {
  // The page contains these, so that the form needs no request.
  const { t } = useTranslation(['profile', 'errors', 'fields', 'search', 'support', 'verification'])
  const isHydrated = useHydrated()
  // The data of the server's page is as new as the page.
  const [isFromPage] = useState(!isHydrated)
  const own = ownProfileQuery(useApi(), user.id)
  const query = useQuery(isFromPage ? { ...own, refetchOnMount: false } : own)
  const [saved, setSaved] = useState<{ created: boolean }>()
  const { data: profile, error, isFetchedAfterMount, isFetching, refetch } = query

  if (saved) return <SavedScreen userId={user.id} {...saved} />
  // Only the browser knows the draft, so the server renders the skeleton.
  if (profile !== undefined && isHydrated && (isFromPage || isFetchedAfterMount))
    return <ProfileForm userId={user.id} profile={profile} onSaved={setSaved} />
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
  if (profile !== undefined && isFromPage)
    return (
      <ProfileFormSkeleton>
        <FormTitle isEdit={profile !== null} />
      </ProfileFormSkeleton>
    )
  return (
    <>
      <h1 className="sr-only">{t('title')}</h1>
      <ProfileFormSkeleton />
    </>
  )
}
