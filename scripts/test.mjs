import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runChecks } from './checks.mjs'
import { chromiumAdvice, findChromium, findHeadlessShell } from './chromium.mjs'
import { buildWeb, pinnedNode, prepareDependencies, prepareWeb } from './prepare.mjs'
import { exitWithMessage, root, runOnTerminal } from './progress.mjs'
import { placesOf, testFilesOf, testParts } from './test-parts.mjs'

// This file and the .mjs files that it imports run on the Node of the user, from version 20 on: no newer API here, such
// as globSync. The tests themselves run on the pinned Node.
//
// `npm test` runs everything; `npm test -- bookings search` only what belongs to these parts, from the contract to the
// journeys. scripts/test-parts.json lists the parts.
const parts = process.argv.slice(2)
const unknown = parts.filter((part) => placesOf(part).length === 0)
if (unknown.length > 0) {
  const names = Object.keys(testParts).join(', ')
  exitWithMessage(`No tests belong to ${unknown.join(', ')}. Choose from: ${names}.`)
}
const reports = join(root, '.cache', 'reports')

await prepareDependencies()
const node = pinnedNode()
// Tests start dozens of servers and commands. With compiled code from the cache, a start costs half the processor time.
process.env.NODE_COMPILE_CACHE ??= join(root, '.cache', 'compiled')
mkdirSync(reports, { recursive: true })

const results = parts.length > 0 ? await testChosenParts() : await testEverything()
process.stdout.write('\n')
for (const [part, { passed, failed }] of Object.entries(results)) {
  process.stdout.write(`${part}: ${passed} passed, ${failed} failed\n`)
}
const sum = (of) => Object.values(results).reduce((total, result) => total + result[of], 0)
process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed\n`)
process.exitCode = sum('failed') ? 1 : 0

/** Tests and journeys run one after the other: on two cores they starve each other, and time limits fail. */
async function testEverything() {
  const building = buildWeb()
  const checking = runChecks()
  const build = countOne((await building) === 0)
  const bytes = countOne((await runOnTerminal(node, ['scripts/check/bytes.ts'])) === 0)
  const checks = await checking
  const tests = await runVitest([])
  const journeys = await runJourneys([])
  return { checks, build, bytes, tests, journeys }
}

async function testChosenParts() {
  const tests = parts.flatMap((part) => testFilesOf(part).tests)
  const journeys = parts.flatMap((part) => testFilesOf(part).journeys)
  const results = { tests: await runVitest(tests) }
  if (journeys.length === 0) return results
  await prepareWeb()
  return { ...results, journeys: await runJourneys(journeys) }
}

async function runVitest(files) {
  if (parts.length > 0 && files.length === 0) return { passed: 0, failed: 0 }
  const report = join(reports, 'vitest.json')
  rmSync(report, { force: true })
  const program = join('node_modules', 'vitest', 'vitest.mjs')
  const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await runOnTerminal(node, [program, 'run', ...options, ...files])
  return countResults(code, report, ({ numPassedTests, numFailedTests, testResults }) => ({
    passed: numPassedTests,
    // A file that could not be loaded has failed without a failed test.
    failed:
      numFailedTests +
      testResults.filter(
        ({ status, assertionResults }) =>
          status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
      ).length,
  }))
}

async function runJourneys(files) {
  const chromium = await findChromium()
  if (!chromium) {
    process.stdout.write(`${chromiumAdvice}\n`)
    return countOne(false)
  }
  const report = join(reports, 'playwright.json')
  rmSync(report, { force: true })
  const program = join('node_modules', '@playwright', 'test', 'cli.js')
  const code = await runOnTerminal(node, [program, 'test', '--reporter=list,json', ...files], {
    ...process.env,
    CHROMIUM_PATH: chromium,
    HEADLESS_SHELL_PATH: findHeadlessShell() ?? '',
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  })
  return countResults(code, report, ({ stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
  }))
}

/** The counts of the report. A run that ended with an error that is not in its report counts as one failure. */
function countResults(code, report, count) {
  let result
  try {
    result = count(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    return countOne(false)
  }
  return code !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result
}

function countOne(passed) {
  return passed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}
