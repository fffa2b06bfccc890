import { queryOptions } from '@tanstack/react-query'
import type { Answer, Api } from '#web/api/client.ts'
import { cardOf } from '../professionals/card.ts'

export type CityParams = { state: string; city: string }

/** The keys of all queries about cities; the head of a page reads their data. */
export const cityKeys = {
  states: ['states'],
  state: (state: string) => ['state', state],
  city: ({ state, city }: CityParams) => ['city', state, city],
} as const

/** A city's page; of its professionals it has only what cards show. */
export type CityPage = Awaited<ReturnType<typeof readCity>>
export type StatesServed = Answer<'GET /api/cities'>
export type StateWithCities = Answer<'GET /api/cities/{state}'>

/** The states that have cities with professionals. rule: city-pages */
export function statesQuery(api: Api) {
  return queryOptions({
    queryKey: cityKeys.states,
    queryFn: ({ signal }) => api.call('GET /api/cities', { signal }),
  })
}

/** The cities of a state that have professionals; `state` is as in the address. */
export function stateQuery(api: Api, state: string) {
  return queryOptions({
    queryKey: cityKeys.state(state),
    queryFn: ({ signal }) => api.call('GET /api/cities/{state}', { params: { state }, signal }),
  })
}

/** A city's page; `params` are as in the address. */
export function cityQuery(api: Api, params: CityParams) {
  return queryOptions({
    queryKey: cityKeys.city(params),
    queryFn: ({ signal }) => readCity(api, params, signal),
  })
}

async function readCity(api: Api, params: CityParams, signal: AbortSignal) {
  const page = await api.call('GET /api/cities/{state}/{city}', { params, signal })
  return { ...page, best: page.best.map(cardOf) }
}
