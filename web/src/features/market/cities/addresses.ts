/** The page that lists all states with professionals. */
export const CITIES_PATH = '/house-cleaning'

/** The page of a state's cities: '/house-cleaning/tx'. `state` is its code. */
export function stateAddress(state: string): string {
  return `${CITIES_PATH}/${state.toLowerCase()}`
}

/** A city's page: '/house-cleaning/tx/saint-louis'. */
export function cityAddress({ state, slug }: { state: string; slug: string }): string {
  return `${stateAddress(state)}/${slug}`
}
