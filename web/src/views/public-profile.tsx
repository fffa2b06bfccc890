import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useApi } from '../app/context.tsx'
import { useRefusalText } from '../app/refusal-text.ts'
import { defineView } from '../app/view.ts'
import type { ViewProps } from '../app/view.ts'
import { profileBySlugQuery } from '../features/professionals/professionals.api.ts'
import type { Profile } from '../features/professionals/professionals.api.ts'
import { profileHead } from '../features/professionals/profile-head.ts'
import { ProfileNotFound } from '../features/professionals/profile-not-found.tsx'
import { ProfilePage } from '../features/professionals/profile-page.tsx'
import { ProfilePending } from '../features/professionals/profile-pending.tsx'
import { toast } from '../ui/toast-store.ts'

export default defineView<'slug'>({
  head: ({ t, params, queryClient }) =>
    profileHead(queryClient.getQueryData<Profile>(['public-profile', params.slug]), t),
  load: ({ api, queryClient, params }) =>
    queryClient.ensureQueryData(profileBySlugQuery(api, params.slug)),
  Component: PublicProfile,
  Pending: ProfilePending,
  NotFound: ProfileNotFound,
})

/** Without the profile, for whatever reason, the way leads home (client spec 2.8). */
function PublicProfile({ params, search }: ViewProps<'slug'>) {
  const { data, error } = useQuery(profileBySlugQuery(useApi(), params.slug))
  const [, navigate] = useLocation()
  const refusalText = useRefusalText()
  const reason = error && !data ? refusalText(error) : undefined
  useEffect(() => {
    if (!reason) return
    toast.problem(reason)
    navigate('/', { replace: true })
  }, [reason, navigate])
  return data ? <ProfilePage profile={data} search={search} /> : <ProfilePending />
}
