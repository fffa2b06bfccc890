import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { ProfilePictures } from '#contract/profile.ts'
import type { Api } from '#web/api/client.ts'

const OWN_PROFILE_KEY = 'own-profile'

/** What is saved of her own profile; null before the first save. */
export function ownProfileQuery(api: Api, userId: string) {
  return queryOptions({
    queryKey: [OWN_PROFILE_KEY, userId],
    queryFn: async ({ signal }) =>
      (await api.call('GET /api/professional/profile/{userId}', { params: { userId }, signal }))
        .profile,
    // What is being edited does not change under her hands; the save finds out (decision 41).
    refetchOnWindowFocus: false,
    staleTime: 0,
  })
}

/** Pictures were added or removed on the server: the form and every other screen know. */
export function picturesChanged(
  queryClient: QueryClient,
  api: Api,
  userId: string,
  { profile_image_url, gallery_images, images }: ProfilePictures,
): void {
  queryClient.setQueryData(
    ownProfileQuery(api, userId).queryKey,
    (profile) => profile && { ...profile, profile_image_url, gallery_images, images },
  )
  forgetOtherScreens(queryClient)
}

/** All that shows her profile asks again when it is next looked at. */
export function forgetOtherScreens(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] !== OWN_PROFILE_KEY && queryKey[0] !== 'me',
  })
}
