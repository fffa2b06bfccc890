/** Where all places with professionals are listed. */
export const CITIES = '/house-cleaning'

/** A state's cities; `state` is its code: '/house-cleaning/tx'. */
export function stateAddress(state: string): string {
  return `${CITIES}/${state.toLowerCase()}`
}

/** A city's page: '/house-cleaning/tx/saint-louis'. */
export function cityAddress({ state, slug }: { state: string; slug: string }): string {
  return `${stateAddress(state)}/${slug}`
}
