import { queryOptions } from '@tanstack/react-query'
import type { Answer, Api } from '#web/api/client.ts'
import { cardOf } from '#web/features/professionals/card.ts'

/** Of its professionals, what their cards show. */
export type CityPage = Awaited<ReturnType<typeof readCity>>
export type StatesServed = Answer<'GET /api/cities'>
export type StateWithCities = Answer<'GET /api/cities/{state}'>

/** The states that have cities with professionals. */
export function statesQuery(api: Api) {
  return queryOptions({
    queryKey: STATES_KEY,
    queryFn: ({ signal }) => api.call('GET /api/cities', { signal }),
  })
}

/** The cities of a state, as its address names it, that have professionals. */
export function stateQuery(api: Api, state: string) {
  return queryOptions({
    queryKey: stateKey(state),
    queryFn: ({ signal }) => api.call('GET /api/cities/{state}', { params: { state }, signal }),
  })
}

/** A city's page, as its address names it. */
export function cityQuery(api: Api, params: CityParams) {
  return queryOptions({
    queryKey: cityKey(params),
    queryFn: ({ signal }) => readCity(api, params, signal),
  })
}

async function readCity(api: Api, params: CityParams, signal: AbortSignal) {
  const page = await api.call('GET /api/cities/{state}/{city}', { params, signal })
  return { ...page, best: page.best.map(cardOf) }
}

export type CityParams = { state: string; city: string }

export const STATES_KEY = ['states']
export const stateKey = (state: string) => ['state', state]
export const cityKey = ({ state, city }: CityParams) => ['city', state, city]
