import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AccessField } from '#contract/visits/access-rules.ts'
import type { Api } from '#web/api/client.ts'
import { refreshQueries } from '#web/api/query-meta.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { homeQuery } from '#web/features/market/homes/homes.api.ts'
import { sendPhoto } from '#web/ui/pictures/send-photo.ts'

const accessKeys = { views: (homeId: string) => ['access', 'views', homeId] as const }

/** Reads who viewed the access details of a home. Their values are never in the query cache. rule: access-details */
export function accessViewsQuery(api: Api, homeId: string) {
  return queryOptions({
    queryKey: accessKeys.views(homeId),
    queryFn: ({ signal }) =>
      api.call('GET /api/homes/{id}/access/views', { params: { id: homeId }, signal }),
    meta: { refreshedBy: ['bookings'] },
    gcTime: 0,
  })
}

/** Saves one value; null erases it. */
export function useSaveAccess(homeId: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    // A failed change leaves no value in memory.
    gcTime: 0,
    mutationFn: ({ field, value }: { field: AccessField; value: string | null }) =>
      api.call('PUT /api/homes/{id}/access', { params: { id: homeId }, body: { [field]: value } }),
    onSuccess: () => refreshQueries(queryClient, 'bookings'),
  })
}

export type HomeContents = {
  photos: readonly File[]
  values: Partial<Record<AccessField, string>>
}

/** Adds photos and access details to a home that was just saved. */
export function useFillNewHome() {
  const api = useApi()
  const { i18n } = useTranslation()
  const queryClient = useQueryClient()
  return useMutation({
    gcTime: 0,
    mutationFn: async ({ id, photos, values }: HomeContents & { id: string }) => {
      if (Object.values(values).some((value) => value.trim() !== '')) {
        await api.call('PUT /api/homes/{id}/access', { params: { id }, body: values })
      }
      for (const photo of photos) {
        await sendPhoto('POST /api/homes/{id}/photos', { id, photo, language: i18n.language })
      }
    },
    onSettled: async (_data, _error, { id }) => {
      // The cached home has neither the photos nor the access details.
      await queryClient.invalidateQueries({ queryKey: homeQuery(api, id).queryKey })
      return refreshQueries(queryClient, 'bookings')
    },
  })
}

/** Ends the access of a visit, or opens it again. */
export function useOpenAccess(bookingId: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (open: boolean) =>
      api.call('PUT /api/bookings/{id}/access', { params: { id: bookingId }, body: { open } }),
    onSuccess: () => refreshQueries(queryClient, 'bookings'),
  })
}

/** Adds a photo to a home, once also after a lost answer. rule: home-photos, photos */
export function useAddPhoto(homeId: string) {
  const { i18n } = useTranslation()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ photo, room_id }: { photo: File; room_id: string | undefined }) =>
      sendPhoto('POST /api/homes/{id}/photos', {
        id: homeId,
        photo,
        language: i18n.language,
        fields: room_id ? { room_id } : {},
      }),
    onSuccess: () => refreshQueries(queryClient, 'bookings'),
  })
}

export function useRemovePhoto(homeId: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (file: string) =>
      api.call('DELETE /api/homes/{id}/photos/{file}', { params: { id: homeId, file } }),
    onSuccess: () => refreshQueries(queryClient, 'bookings'),
  })
}
