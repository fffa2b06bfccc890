import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useLocation } from 'wouter'
import type { User } from '#contract/people/identity.ts'
import { useApi } from '#web/api/use-api.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useUser } from '#web/session/session.ts'
import { defineView } from '#web/router/view.ts'
import type { ViewProps } from '#web/router/view.ts'
import { loadAnswerTime } from './public-profile/answer-time.tsx'
import { profileAddress } from '#web/features/market/professionals/addresses.ts'
import {
  profileBySlugQuery,
  profileKeys,
} from '#web/features/market/professionals/professionals.api.ts'
import type { Profile } from '#web/features/market/professionals/professionals.api.ts'
import { loadOffer } from './public-profile/offer-part.tsx'
import { profileHead } from './public-profile/profile-head.ts'
import { ProfileNotFound } from './public-profile/profile-not-found.tsx'
import { ProfilePage } from './public-profile/profile-page.tsx'
import { ProfilePending } from './public-profile/profile-pending.tsx'
import { toast } from '#web/ui/states/toast-store.ts'

defineView<'slug'>('public-profile', {
  head: ({ t, params, queryClient }) =>
    profileHead(queryClient.getQueryData<Profile>(profileKeys.bySlug(params.slug)), t),
  load: ({ api, queryClient, params }) =>
    Promise.all([
      queryClient
        .ensureQueryData(profileBySlugQuery(api, params.slug))
        .then((profile) => loadAnswerTime(queryClient, api, profile)),
      // Beside the data: a page with an offer waits for its code.
      loadOffer().catch(() => {}),
    ]),
  redirect: ({ params, queryClient, user, search }) =>
    addressForClients(
      queryClient.getQueryData<Profile>(profileKeys.bySlug(params.slug)),
      user,
      search,
    ),
  Component: PublicProfile,
  Pending: ProfilePending,
  NotFound: UnknownProfile,
})

/**
 * The profile without booking and contact. Any failure returns home and shows the reason.
 * rule: profile-booking, profile-addresses
 */
function PublicProfile({ params, search }: ViewProps<'slug'>) {
  const { data, error } = useQuery(profileBySlugQuery(useApi(), params.slug))
  const refusalText = useRefusalText()
  useRedirect(addressForClients(data, useUser(), search))
  useReturnHome(error && !data ? refusalText(error) : undefined)
  return data ? <ProfilePage profile={data} search={search} user={null} /> : <ProfilePending />
}

function UnknownProfile() {
  const { t } = useTranslation('errors')
  useReturnHome(t('professional_not_found'))
  return <ProfileNotFound />
}

/** Clients are redirected to the profile where they can book, with the query of the address. rule: profile-addresses */
function addressForClients(
  profile: Profile | undefined,
  user: User | null,
  search: URLSearchParams,
): string | undefined {
  return profile && user?.role === 'client'
    ? profileAddress(profile.professional, { signedIn: true, search: search.toString() })
    : undefined
}

function useReturnHome(reason: string | undefined) {
  useEffect(() => {
    if (reason) toast.problem(reason)
  }, [reason])
  useRedirect(reason && '/')
}

function useRedirect(address: string | undefined) {
  const [, navigate] = useLocation()
  useEffect(() => {
    if (address) navigate(address, { replace: true })
  }, [address, navigate])
}
