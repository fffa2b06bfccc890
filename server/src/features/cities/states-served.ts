import { refuse } from '#server/http/refusal.ts'
import { placeKey } from '../locations/place-text.ts'
import { stateName, statesCalled } from '../locations/states.ts'
import type { ServedCity } from './served-cities.ts'

/** The states of these cities by name, with how many of them each has. */
export function statesServed(cities: ServedCity[]) {
  return [...Map.groupBy(cities, ({ state }) => state)]
    .map(([state, here]) => ({ state, name: stateName(state), cities: here.length }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}

/** Those of these cities that lie in a state, named by its code or name, by name; refuses where there are none. */
export function citiesInState(cities: ServedCity[], text: string) {
  const key = placeKey(text)
  const codes = key === '' ? new Set<string>() : statesCalled(key)
  const here = cities.filter(({ state }) => codes.has(state))
  const state = here[0]?.state ?? refuse('not_found')
  return {
    state,
    name: stateName(state),
    cities: here.toSorted((one, other) => one.city.localeCompare(other.city, 'en')),
  }
}
