import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Refusal } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { useUser } from '#web/session/session.ts'
import { defineView } from '#web/router/view.ts'
import type { ViewProps } from '#web/router/view.ts'
import { loadAnswerTime } from './public-profile/answer-time.tsx'
import {
  profileByIdQuery,
  profileKeys,
} from '#web/features/market/professionals/professionals.api.ts'
import { profileFromSearch } from './public-profile/profile-from-search.ts'
import type { Profile } from '#web/features/market/professionals/professionals.api.ts'
import { loadOffer } from './public-profile/offer-part.tsx'
import { profileHead } from './public-profile/profile-head.ts'
import { ProfileNotFound } from './public-profile/profile-not-found.tsx'
import { ProfilePage } from './public-profile/profile-page.tsx'
import { ProfilePending } from './public-profile/profile-pending.tsx'

defineView<'userId'>('professional-profile', {
  head: ({ t, params, queryClient }) =>
    profileHead(queryClient.getQueryData<Profile>(profileKeys.byId(params.userId)), t),
  load: ({ api, queryClient, params }) =>
    Promise.all([
      queryClient
        .ensureQueryData(profileByIdQuery(api, params.userId))
        .then((profile) => loadAnswerTime(queryClient, api, profile)),
      // Beside the data: a page with an offer waits for its code.
      loadOffer().catch(() => {}),
    ]),
  Component: ProfessionalProfile,
  Pending: ProfilePending,
  NotFound: ProfileNotFound,
})

/** When the profile cannot be loaded, the page shows the search result with its reviews. rule: profile-addresses */
function ProfessionalProfile({ params, search }: ViewProps<'userId'>) {
  const queryClient = useQueryClient()
  const user = useUser()
  const { data, error } = useQuery(profileByIdQuery(useApi(), params.userId))
  if (data) return <ProfilePage profile={data} search={search} user={user} />
  if (!error) return <ProfilePending />
  const gone = error instanceof Refusal && error.status === 404
  const before = gone ? undefined : profileFromSearch(queryClient, params.userId)
  if (!before) throw error
  return <ProfilePage profile={before} search={search} user={user} />
}
