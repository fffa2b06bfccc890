import { CITIES, cityAddress, stateAddress } from './addresses.ts'
import type { CityPage, StateWithCities } from './cities.api.ts'
import type { Step } from './trail.tsx'

type Speaking = (key: 'cities:all') => string

/** All cities / Texas. */
export function stateTrail(
  { state, name }: Pick<StateWithCities, 'state' | 'name'>,
  t: Speaking,
): Step[] {
  return [
    { name: t('cities:all'), href: CITIES },
    { name, href: stateAddress(state) },
  ]
}

/** All cities / Texas / Austin. */
export function cityTrail(page: CityPage, t: Speaking): Step[] {
  return [
    ...stateTrail({ state: page.state, name: page.state_name }, t),
    { name: page.city, href: cityAddress(page) },
  ]
}
