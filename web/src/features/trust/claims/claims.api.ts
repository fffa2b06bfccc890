import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ClaimId } from '#contract/trust/claim-rules.ts'
import type { Api } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'

/** The measured value of each claim that is on; null if nothing was measured. */
export function shownClaimsQuery(api: Api) {
  return queryOptions({
    queryKey: ['shown-claims'],
    meta: { storedOffline: true },
    queryFn: async ({ signal }) =>
      Object.fromEntries(
        (await api.call('GET /api/claims', { signal })).claims.flatMap(
          ({ id, enabled, measured }) => (enabled ? [[id, measured && measured.value]] : []),
        ),
      ) as Partial<Record<ClaimId, number | null>>,
    staleTime: 60_000,
  })
}

/** A claim that is on, with what was measured of it. It is hidden until that is known. rule: claims */
export function useClaim(id: ClaimId): { measured: number | null } | undefined {
  const { data } = useQuery(shownClaimsQuery(useApi()))
  const measured = data?.[id]
  return measured === undefined ? undefined : { measured }
}
