import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useLocation } from 'wouter'
import type { User } from '#contract/identity.ts'
import { useApi } from '#web/api/use-api.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useUser } from '#web/session/session.ts'
import { defineView } from '#web/router/view.ts'
import type { ViewProps } from '#web/router/view.ts'
import { profileAddress } from '#web/features/professionals/addresses.ts'
import {
  profileBySlugQuery,
  publicProfileKey,
} from '#web/features/professionals/professionals.api.ts'
import type { Profile } from '#web/features/professionals/professionals.api.ts'
import { profileHead } from '#web/features/public-profile/profile-head.ts'
import { ProfileNotFound } from '#web/features/public-profile/profile-not-found.tsx'
import { ProfilePage } from '#web/features/public-profile/profile-page.tsx'
import { ProfilePending } from '#web/features/public-profile/profile-pending.tsx'
import { toast } from '#web/ui/toast-store.ts'

defineView<'slug'>('public-profile', {
  head: ({ t, params, queryClient }) =>
    profileHead(queryClient.getQueryData<Profile>(publicProfileKey(params.slug)), t),
  load: ({ api, queryClient, params }) =>
    queryClient.ensureQueryData(profileBySlugQuery(api, params.slug)),
  redirect: ({ params, queryClient, user, search }) =>
    whereToBook(queryClient.getQueryData<Profile>(publicProfileKey(params.slug)), user, search),
  Component: PublicProfile,
  Pending: ProfilePending,
  NotFound: NobodyThere,
})

/** What everybody sees, without booking or contact; without the profile, for whatever reason, the way leads home (client spec 2.8). */
function PublicProfile({ params, search }: ViewProps<'slug'>) {
  const { data, error } = useQuery(profileBySlugQuery(useApi(), params.slug))
  const refusalText = useRefusalText()
  useGoTo(whereToBook(data, useUser(), search))
  useHomeBecause(error && !data ? refusalText(error) : undefined)
  return data ? <ProfilePage profile={data} search={search} user={null} /> : <ProfilePending />
}

function NobodyThere() {
  const { t } = useTranslation('errors')
  useHomeBecause(t('professional_not_found'))
  return <ProfileNotFound />
}

/** Clients book and write on the profile for people signed in, with whatever the address asks for. */
function whereToBook(
  profile: Profile | undefined,
  user: User | null,
  search: URLSearchParams,
): string | undefined {
  return profile && user?.role === 'client'
    ? profileAddress(profile.professional, { signedIn: true, search: search.toString() })
    : undefined
}

function useHomeBecause(reason: string | undefined) {
  useEffect(() => {
    if (reason) toast.problem(reason)
  }, [reason])
  useGoTo(reason && '/')
}

function useGoTo(address: string | undefined) {
  const [, navigate] = useLocation()
  useEffect(() => {
    if (address) navigate(address, { replace: true })
  }, [address, navigate])
}
