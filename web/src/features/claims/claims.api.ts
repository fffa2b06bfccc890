import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ClaimId } from '#contract/claim-rules.ts'
import type { Api } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'

/** The claims that are off: mostly none, so that a page carries few bytes of it. */
export function hiddenClaimsQuery(api: Api) {
  return queryOptions({
    queryKey: ['hidden-claims'],
    meta: { storedOffline: true },
    queryFn: async ({ signal }) =>
      (await api.call('GET /api/claims', { signal })).claims.flatMap(({ id, enabled }) =>
        enabled ? [] : id,
      ),
    staleTime: 60_000,
  })
}

/** Whether a claim is on. It is hidden until that is known. rule: claims */
export function useClaim(id: ClaimId): boolean {
  const { data } = useQuery(hiddenClaimsQuery(useApi()))
  return data !== undefined && !data.includes(id)
}
