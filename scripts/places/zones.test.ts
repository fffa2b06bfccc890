// rule: place-time-zone
import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { differencesFromMap } from './zones.ts'

const table = brotliDecompressSync(readFileSync('server/data/places.tsv.br')).toString()
const zips = table
  .split('\n\n')[1]!
  .trimEnd()
  .split('\n')
  .map((line) => {
    const [zip, , , latitude, longitude, timeZone] = line.split('\t')
    return {
      zip: zip!,
      latitude: Number(latitude),
      longitude: Number(longitude),
      timeZone: timeZone!,
    }
  })

/** ZIPs at the borders of zones, in the zone of the town that most of their people live in or around. */
const TOWNS = new Map([
  ['36867', 'America/New_York'], // Phenix City, which lives by the clocks of Columbus, Georgia
  ['37337', 'America/New_York'], // Grandview, Rhea County
  ['37377', 'America/New_York'], // Signal Mountain
  ['37396', 'America/Chicago'], // Whiteside, Marion County
  ['37405', 'America/New_York'], // Chattanooga
  ['37854', 'America/New_York'], // Rockwood, Roane County
  ['42528', 'America/New_York'], // Dunnville, Casey County
  ['42712', 'America/Chicago'], // Big Clifty, Grayson County
  ['42784', 'America/New_York'], // Upton, Hardin and Larue Counties
  ['47640', 'America/Chicago'], // Hazleton, Gibson County
  ['47660', 'America/Chicago'], // Oakland City, Gibson County
  ['47948', 'America/Chicago'], // Goodland, Newton County
  ['47977', 'America/Chicago'], // Remington, Jasper County
  ['57601', 'America/Chicago'], // Mobridge, east of the Missouri
  ['69165', 'America/Chicago'], // Sutherland, Lincoln County
  ['83522', 'America/Los_Angeles'], // Cottonwood, in the Pacific part of Idaho County
  ['86003', 'America/Phoenix'], // Flagstaff
  ['86040', 'America/Phoenix'], // Page; only a part of the ZIP is Navajo
  ['86047', 'America/Phoenix'], // Winslow; only a part of the ZIP is Navajo
  ['86512', 'America/Denver'], // Sanders; Nahata Dziil is Navajo
  ['89883', 'America/Denver'], // West Wendover, which lives by the clocks of Utah
  ['97840', 'America/Los_Angeles'], // Oxbow, Baker County
])

test('a ZIP at the border of two zones has the zone where most of its people live', () => {
  const stored = zips.filter(({ zip }) => TOWNS.has(zip))
  expect(new Map(stored.map(({ zip, timeZone }) => [zip, timeZone]))).toEqual(TOWNS)
})

test('every ZIP has the clock of the map of zones at its coordinates, but for 15 that were checked by hand', () => {
  const differences = differencesFromMap(zips)
  expect(differences.filter(({ accepted }) => accepted === undefined)).toEqual([])
  expect(differences.map(({ zip }) => zip).join(' ')).toBe(
    '37377 37405 37419 37854 42603 46968 57521 57601 69161 69165 83522 83542 86040 86047 89883',
  )
  expect(zips.length).toBeGreaterThan(41_000)
})
