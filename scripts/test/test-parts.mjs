// Runs on Node 20, like everything that test.mjs imports.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../progress.mjs'

/** A part of the tests is a folder in one or more of these, such as `money` or `bookings/series`. */
const HOMES = [
  '',
  'contract',
  'server',
  'server/src',
  'web/src',
  'web/src/features',
  'e2e',
  'tools',
]

/**
 * Returns the folders of a part, such as contract/money, server/src/money, web/src/features/money and e2e/money for
 * `money`. Empty if there is none.
 * @param {string} name
 * @returns {string[]}
 */
export function placesOf(name) {
  if (!/^[\w-]+(\/[\w-]+)*$/.test(name)) return []
  return HOMES.map((home) => (home ? `${home}/${name}` : name)).filter((place) =>
    statSync(join(root, place), { throwIfNoEntry: false })?.isDirectory(),
  )
}

/**
 * Returns the test files of a part: those of Vitest and those of Playwright (journeys).
 * @param {string} name
 * @returns {{ tests: string[], journeys: string[] }}
 */
export function testFilesOf(name) {
  const files = placesOf(name).flatMap((place) =>
    readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
      .map((path) => `${place}/${path.replaceAll('\\', '/')}`)
      .filter((path) => !path.includes('/node_modules/')),
  )
  return {
    tests: files.filter((file) => /\.test\.tsx?$/.test(file)),
    journeys: files.filter((file) => file.endsWith('.spec.ts')),
  }
}
