import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { correctName, namesByLetters } from './names.ts'
import { geoNamesZips, populatedZips, territoryZips } from './sources.ts'
import type { PopulatedZip, PostalZip } from './sources.ts'
import { CORRECTIONS, differencesFromMap } from './zones.ts'

/** Writes server/data/places.tsv.br. README.md in this folder describes the call and the table. */
const table = new URL('../../server/data/places.tsv.br', import.meta.url)
const folder = process.argv[2] && resolve(process.argv[2])
if (!folder)
  throw new Error(
    'Say the folder where the source packages are installed; see scripts/places/README.md.',
  )

type Zip = PopulatedZip

const TERRITORY_ZONES = new Map([
  ['PR', 'America/Puerto_Rico'],
  ['VI', 'America/St_Thomas'],
  ['GU', 'Pacific/Guam'],
  ['AS', 'Pacific/Pago_Pago'],
  ['MP', 'Pacific/Saipan'],
])
const CANADIAN = ['America/Toronto', 'America/Winnipeg']
const ZONES = new Map([
  ['AL', ['America/Chicago']],
  ['AZ', ['America/Phoenix', 'America/Denver']],
  ['GA', ['America/New_York']],
  ['WY', ['America/Denver']],
])

const populated = await populatedZips(folder)
const populatedByZip = new Map(populated.map((postalZip) => [postalZip.zip, postalZip]))
const territories = territoryZips(folder)
const postal = [
  ...new Map(
    [...territories, ...geoNamesZips(folder)].map((postalZip) => [postalZip.zip, postalZip]),
  ).values(),
].toSorted((a, b) => (a.zip < b.zip ? -1 : 1))
const spellings = namesByLetters(populated)
const cityCentres = centresOfCities()
const zonedByCounty = Map.groupBy(
  postal.filter(({ zip, state }) => isPossibleZone(state, populatedByZip.get(zip)?.timeZone)),
  ({ state, county }) => state + county,
)
const zonedByState = Map.groupBy([...zonedByCounty.values()].flat(), ({ state }) => state)

const zips: Zip[] = postal.map((postalZip) => {
  const known = populatedByZip.get(postalZip.zip)
  const city = correctName(
    postalZip.state === 'PR' ? (known?.city ?? postalZip.city) : postalZip.city,
    postalZip.state,
    spellings,
  )
  return {
    ...postalZip,
    city,
    ...coordinates(postalZip, known),
    population: known?.population ?? 0,
    timeZone: timeZone(postalZip, known),
  }
})
writeTable(zips)
listDifferences(zips)

/**
 * The centre from the populated source is usually better, but sometimes in another region. Then the source closer to
 * the city's other ZIP codes wins.
 */
function coordinates(
  postalZip: PostalZip,
  known?: PopulatedZip,
): { latitude: number; longitude: number } {
  const { latitude, longitude } = known ?? postalZip
  if (known && miles(postalZip, known) > 20) {
    const centre = cityCentres.get(`${postalZip.city}, ${postalZip.state}`)
    if (centre && miles(centre, postalZip) < miles(centre, known))
      return { latitude: postalZip.latitude, longitude: postalZip.longitude }
  }
  return { latitude, longitude }
}

/** The corrected or own time zone of a ZIP code, or that of the nearest one with a zone in its county or state. */
function timeZone(postalZip: PostalZip, known?: PopulatedZip): string {
  const correction = CORRECTIONS.get(postalZip.zip)
  if (correction) return correction.zone
  const territory = TERRITORY_ZONES.get(postalZip.state)
  if (territory) return territory
  if (known && isPossibleZone(postalZip.state, known.timeZone)) return known.timeZone
  const candidates =
    zonedByCounty.get(postalZip.state + postalZip.county) ?? zonedByState.get(postalZip.state) ?? []
  const nearest = candidates.reduce((best, member) =>
    miles(member, postalZip) < miles(best, postalZip) ? member : best,
  )
  return populatedByZip.get(nearest.zip)!.timeZone
}

/**
 * Prints every ZIP code whose clock is not that of the map of zones, in the middle of its land or where its post office
 * is. One that nobody has checked yet is marked.
 */
function listDifferences(all: Zip[]): void {
  const offices = new Map(postal.map((postalZip) => [postalZip.zip, postalZip]))
  const atOffices = all.map((zip) => {
    const { latitude, longitude } = offices.get(zip.zip)!
    return { ...zip, latitude, longitude }
  })
  for (const [where, places] of [
    ['in the middle', all],
    ['at the post office', atOffices],
  ] as const) {
    for (const { zip, timeZone: zone, onMap, accepted } of differencesFromMap(places)) {
      const why = accepted ?? 'NOT CHECKED'
      process.stdout.write(`${zip} ${zone}, ${where} ${onMap}: ${why}\n`)
    }
  }
}

/** Some ZIP codes at a border have the wrong time zone in the source. */
function isPossibleZone(state: string, zone: string | undefined): boolean {
  return zone !== undefined && (ZONES.get(state)?.includes(zone) ?? !CANADIAN.includes(zone))
}

/** The middle (median) of each city that has at least three ZIPs. */
function centresOfCities(): Map<string, { latitude: number; longitude: number }> {
  const middle = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!
  const cities = Map.groupBy(postal, ({ city, state }) => `${city}, ${state}`)
  return new Map(
    [...cities]
      .filter(([, members]) => members.length >= 3)
      .map(([name, members]) => [
        name,
        {
          latitude: middle(members.map((member) => member.latitude)),
          longitude: middle(members.map((member) => member.longitude)),
        },
      ]),
  )
}

function miles(
  a: { latitude: number; longitude: number },
  b: { latitude: number; longitude: number },
): number {
  return (
    69 *
    Math.hypot(
      a.latitude - b.latitude,
      (a.longitude - b.longitude) * Math.cos((a.latitude * Math.PI) / 180),
    )
  )
}

/** Cities, an empty line, ZIP codes. A city keeps its id from the previous table. A new city gets the next id. */
function writeTable(all: Zip[]): void {
  const ids = existsSync(table) ? idsBefore() : new Map<string, number>()
  let next = Math.max(99_999, ...ids.values()) + 1
  const cities = [...Map.groupBy(all, ({ city, state }) => `${city}\t${state}`)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, members]) => ({ id: ids.get(name) ?? next++, name, members }))
    .toSorted((a, b) => a.id - b.id)
  const idOf = new Map(cities.map(({ id, name }) => [name, id]))
  const cityLines = cities.map(({ id, name, members }) =>
    [id, name, ...summary(members)].join('\t'),
  )
  const zipLines = all.map((zip) =>
    [
      zip.zip,
      idOf.get(`${zip.city}\t${zip.state}`),
      zip.population,
      short(zip.latitude),
      short(zip.longitude),
      zip.timeZone,
    ].join('\t'),
  )
  const text = `${cityLines.join('\n')}\n\n${zipLines.join('\n')}\n`
  writeFileSync(
    table,
    brotliCompressSync(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 22 },
    }),
  )
  process.stdout.write(`${zips.length} ZIPs in ${cities.length} cities\n`)
}

function idsBefore(): Map<string, number> {
  const [cities = ''] = brotliDecompressSync(readFileSync(table)).toString().split('\n\n')
  return new Map(
    cities
      .split('\n')
      .map((line) => line.split('\t'))
      .map(([id, name, state]) => [`${name}\t${state}`, Number(id)]),
  )
}

/** Population, the centre weighted by population, and the time zone of most people. */
function summary(members: Zip[]): (number | string)[] {
  const population = members.reduce((sum, member) => sum + member.population, 0)
  const weighted =
    population > 0 ? members : members.map((member) => ({ ...member, population: 1 }))
  const weight = population || members.length
  const mean = (value: (member: Zip) => number): number =>
    weighted.reduce((sum, member) => sum + value(member) * member.population, 0) / weight
  const largest = members.reduce((best, member) =>
    member.population > best.population ? member : best,
  )
  return [
    population,
    short(mean((member) => member.latitude)),
    short(mean((member) => member.longitude)),
    largest.timeZone,
  ]
}

function short(degrees: number): number {
  return Number(degrees.toFixed(3))
}
