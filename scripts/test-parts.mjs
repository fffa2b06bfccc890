// Runs on Node 20, like everything that test.mjs imports.
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { root } from './progress.mjs'

/**
 * The parts whose tests `npm test -- PART` runs, features first. Each lists its places in the repository: a folder
 * stands for all tests in it, a file for itself and for the test beside it.
 * @type {Record<string, string[]>}
 */
export const testParts = JSON.parse(readFileSync(join(root, 'scripts/test-parts.json'), 'utf8'))

/**
 * The places of a part. A name that is no part, but the name of a folder, stands for the parts with that folder:
 * `notifications` for `notices`. Empty if there is none.
 * @param {string} name
 * @returns {string[]}
 */
export function placesOf(name) {
  if (Object.hasOwn(testParts, name)) return testParts[name]
  return Object.values(testParts)
    .filter((places) => places.some((place) => basename(place) === name))
    .flat()
}

/**
 * The test files of a part: those of Vitest and those of Playwright (journeys).
 * @param {string} name
 * @returns {{ tests: string[], journeys: string[] }}
 */
export function testFilesOf(name) {
  const files = [...new Set(placesOf(name).flatMap(filesAt))]
  return {
    tests: files.filter((file) => /\.test\.tsx?$/.test(file)),
    journeys: files.filter((file) => file.endsWith('.spec.ts')),
  }
}

/** @param {string} place */
function filesAt(place) {
  if (!statSync(join(root, place)).isDirectory()) {
    const test = place.slice(0, -extname(place).length) + '.test'
    return [place, ...['.ts', '.tsx'].map((type) => test + type)].filter(isFile)
  }
  return readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
    .map((path) => `${place}/${path.replaceAll('\\', '/')}`)
    .filter((path) => !path.includes('/node_modules/'))
}

/** @param {string} path */
function isFile(path) {
  return statSync(join(root, path), { throwIfNoEntry: false })?.isFile() ?? false
}
