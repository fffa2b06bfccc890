import { queryOptions } from '@tanstack/react-query'
import type { PublicProfessional } from '#contract/professionals.ts'
import type { Answer, Api } from '#web/api/client.ts'
import { meQuery } from '#web/session/session.ts'
import { cardOf } from '#web/features/professionals/card.ts'
import type { CardProfessional } from '#web/features/professionals/card.ts'
import type { Filters } from './filters.ts'

type Answered = Answer<'GET /api/professionals/search/enhanced'>
/** What a search found: whole for those signed in, whose profiles of people fall back on it; for visitors, what its cards show. */
export type Found = Omit<Answered, 'professionals'> & {
  professionals: (PublicProfessional | CardProfessional)[]
}

/** Listed professionals for these filters, a page of twenty (decision 12). Needs a ZIP. */
export function searchQuery(api: Api, filters: Filters) {
  return queryOptions({
    queryKey: searchKey(filters),
    meta: { refreshedBy: ['reviews'] },
    queryFn: async ({ signal, client }): Promise<Found> => {
      const path = 'GET /api/professionals/search/enhanced'
      const found = await api.call(path, { query: filters, signal })
      const signedIn = client.getQueryData(meQuery(api).queryKey)
      return signedIn ? found : { ...found, professionals: found.professionals.map(cardOf) }
    },
    enabled: filters.zip_code !== '',
  })
}

export const searchKey = (filters: Filters) => ['search', filters]
