import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Answer, Api } from '#web/api/client.ts'

export type AuditFilters = { person_id?: string; operator_id?: string; action?: string }
export type AuditEntry = Answer<'GET /api/operator/audit'>['entries'][number]

const auditKeys = {
  all: ['audit'],
  list: (filters: AuditFilters) => ['audit', 'list', filters],
  verified: ['audit', 'verified'],
} as const

/** Pages of entries, the newest first. */
export function auditQuery(api: Api, filters: AuditFilters) {
  return infiniteQueryOptions({
    queryKey: auditKeys.list(filters),
    queryFn: ({ pageParam, signal }) =>
      api.call('GET /api/operator/audit', {
        query: { ...filters, ...(pageParam ? { before: String(pageParam) } : {}) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ entries, has_more }) => (has_more ? entries.at(-1)?.seq : undefined),
  })
}

/** Whether the chain is unbroken. It is computed again each time the screen is opened. */
export function verifiedQuery(api: Api) {
  return queryOptions({
    queryKey: auditKeys.verified,
    queryFn: ({ signal }) => api.call('GET /api/operator/audit/verify', { signal }),
    staleTime: 0,
  })
}

export const auditKey = auditKeys.all
