import { ME_KEY } from '#web/session/session.ts'
import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { ProfilePictures } from '#contract/market/profile.ts'
import { Refusal } from '#web/api/client.ts'
import type { Api } from '#web/api/client.ts'

/** The keys of the form's queries. `all` is the beginning of each. */
const ownProfileKeys = {
  all: ['own-profile'] as const,
  of: (userId: string) => [...ownProfileKeys.all, userId] as const,
}

/** The professional's own saved profile; null before the first save. */
export function ownProfileQuery(api: Api, userId: string) {
  return queryOptions({
    queryKey: ownProfileKeys.of(userId),
    queryFn: async ({ signal }) =>
      (await api.call('GET /api/professional/profile/{userId}', { params: { userId }, signal }))
        .profile,
    // The form must not change while it is edited. The save reports changes of other devices. rule: edit-conflict
    refetchOnWindowFocus: false,
    staleTime: 0,
  })
}

/**
 * Removes a picture of the gallery, whose place may have changed: another device may have removed it, or one before it.
 * The fields and the version of the form stay those that it began with. rule: photo-required
 */
export async function removeFromGallery(
  api: Api,
  userId: string,
  { url, index }: { url: string; index: number },
): Promise<ProfilePictures> {
  const removeAt = (place: number) =>
    api.call('DELETE /api/professional/profile/{userId}/image/gallery', {
      params: { userId },
      query: { image_index: String(place), image_url: url },
    })
  try {
    return await removeAt(index)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'image_not_found') throw error
    const { profile } = await api.call('GET /api/professional/profile/{userId}', {
      params: { userId },
    })
    if (!profile) throw error
    const place = profile.gallery_images.indexOf(url)
    return place === -1 ? profile : removeAt(place)
  }
}

/** Writes added or removed pictures to the form's query, and invalidates all other screens. */
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
  invalidateOtherScreens(queryClient)
}

/** Invalidates every query that may show the profile. */
export function invalidateOtherScreens(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] !== ownProfileKeys.all[0] && queryKey[0] !== ME_KEY[0],
  })
}
