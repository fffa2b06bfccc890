import { refuse } from '#server/http/refusal.ts'
import { placeKey } from '../locations/place-text.ts'
import { stateName, statesCalled } from '../locations/states.ts'
import type { ServedCity } from './served-cities.ts'

/** The states of these cities, sorted by name, with the number of their cities. */
export function statesServed(cities: ServedCity[]) {
  return [...Map.groupBy(cities, ({ state }) => state)]
    .map(([state, ofState]) => ({ state, name: stateName(state), cities: ofState.length }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}

/** The cities of a state, given by its code or name, sorted by name. Refuses with 'not_found' if there are none. */
export function citiesInState(cities: ServedCity[], text: string) {
  const key = placeKey(text)
  const codes = key === '' ? new Set<string>() : statesCalled(key)
  const ofState = cities.filter(({ state }) => codes.has(state))
  const state = ofState[0]?.state ?? refuse('not_found')
  return {
    state,
    name: stateName(state),
    cities: ofState.toSorted((one, other) => one.city.localeCompare(other.city, 'en')),
  }
}
