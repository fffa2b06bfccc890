// rule: none, the parts that `npm test -- PART` can run
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { filesMatching } from './check/sources.ts'
import { placesOf, testFilesOf, testParts } from './test-parts.mjs'

const parts = Object.entries(testParts)
const filesOf = (name: string) => Object.values(testFilesOf(name)).flat()

test('every test file of the repository belongs to a part', () => {
  const reached = new Set(parts.flatMap(([name]) => filesOf(name)))
  const all = filesMatching(
    '{contract,drawings,scripts,server,tools,web}/**/*.test.{ts,tsx}',
    'e2e/**/*.spec.ts',
  )
  expect(all.length).toBeGreaterThan(150)
  expect(all.filter((file) => !reached.has(file))).toEqual([])
})

test('every folder of a feature, on the server, in the web app and of journeys, belongs to a part', () => {
  const places = new Set(parts.flatMap(([, listed]) => listed))
  const sources = [
    ...foldersIn('server/src/features'),
    ...foldersIn('web/src/features'),
    ...foldersIn('e2e').filter((folder) => folder !== 'e2e/support'),
  ]
  expect(sources.length).toBeGreaterThan(40)
  expect(sources.filter((source) => !places.has(source))).toEqual([])
})

test.each(parts)('every place of %s exists', (_, places) => {
  expect(places.filter((place) => !existsSync(place))).toEqual([])
})

test.each(parts)('%s has tests', (name) => {
  expect(filesOf(name)).not.toEqual([])
})

test.each([
  ['bookings', 'contract/booking-fields.test.ts'],
  ['bookings', 'web/src/features/bookings/booking-draft.test.ts'],
  ['bookings', 'e2e/bookings/booking-dialog.spec.ts'],
  ['notices', 'server/src/features/notifications/notices.test.ts'],
  ['notifications', 'e2e/notices/notices.spec.ts'],
  ['profile-form', 'server/src/features/profile/profile.test.ts'],
  ['profile', 'e2e/profile-form/saving.spec.ts'],
  ['public-profile', 'e2e/professionals/public-profile.spec.ts'],
  ['pwa', 'web/src/shell/install/platform.test.ts'],
  ['offline', 'e2e/pwa/offline.spec.ts'],
  ['locations', 'e2e/search/search-results.spec.ts'],
])('the tests of %s include %s', (name, file) => {
  expect(filesOf(name)).toContain(file)
})

test('a name that is no part has no tests', () => {
  expect(placesOf('nothing')).toEqual([])
  expect(placesOf('toString')).toEqual([])
})

function foldersIn(folder: string): string[] {
  const depth = folder.split('/').length
  const folders = filesMatching(`${folder}/*/**/*.{ts,tsx}`).map((file) =>
    file
      .split('/')
      .slice(0, depth + 1)
      .join('/'),
  )
  return [...new Set(folders)]
}
