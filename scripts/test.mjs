import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runChecks } from './checks.mjs'
import { chromiumAdvice, findChromium, findHeadlessShell } from './chromium.mjs'
import { buildWeb, pinnedNode, prepareDependencies, prepareWeb } from './prepare.mjs'
import { exitWithMessage, root, runOnTerminal } from './progress.mjs'
import { placesOf, testFilesOf } from './test/test-parts.mjs'

// This file and the .mjs files that it imports run on the Node of the user, from version 20 on: no newer API here, such
// as globSync. The tests themselves run on the pinned Node.
//
// `npm test` runs everything; `npm test -- money calendar` only the tests of these areas, from the contract to the
// journeys.
const parts = process.argv.slice(2)
const unknown = parts.filter((part) => placesOf(part).length === 0)
if (unknown.length > 0) {
  exitWithMessage(
    `No tests belong to ${unknown.join(', ')}. Name an area of server/src or a folder in it, such as money or bookings/series.`,
  )
}
const reports = join(root, '.cache', 'reports')

await prepareDependencies()
const node = pinnedNode()
// Tests start dozens of servers and commands. With compiled code from the cache, a start costs half the processor time.
process.env.NODE_COMPILE_CACHE ??= join(root, '.cache', 'compiled')
mkdirSync(reports, { recursive: true })

const results = parts.length > 0 ? await testChosenParts() : await testEverything()
process.stdout.write('\n')
// At the end, because a log is often cut: only its last lines remain.
for (const { failures, flaky = [] } of Object.values(results)) {
  for (const name of flaky) process.stdout.write(`flaky: ${name}\n`)
  for (const name of failures) process.stdout.write(`failed: ${name}\n`)
}
for (const [part, { passed, failures }] of Object.entries(results)) {
  process.stdout.write(`${part}: ${passed} passed, ${failures.length} failed\n`)
}
const sum = (of) => Object.values(results).reduce((total, result) => total + of(result), 0)
const failed = sum((result) => result.failures.length)
process.stdout.write(`${sum((result) => result.passed)} passed, ${failed} failed\n`)
process.exitCode = failed ? 1 : 0

/** Tests and journeys run one after the other: on two cores they starve each other, and time limits fail. */
async function testEverything() {
  const building = buildWeb()
  const checking = runChecks()
  const build = countOne('build', (await building) === 0)
  const checks = await checking
  const tests = await runVitest([])
  const journeys = await runJourneys([])
  return { checks, build, tests, journeys }
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
  if (parts.length > 0 && files.length === 0) return { passed: 0, failures: [] }
  const report = join(reports, 'vitest.json')
  rmSync(report, { force: true })
  const program = join('node_modules', 'vitest', 'vitest.mjs')
  const options = ['--reporter=default', '--reporter=./scripts/test/vitest-report.ts']
  const code = await runOnTerminal(node, [program, 'run', ...options, ...files], {
    ...process.env,
    VITEST_REPORT: report,
  })
  return readResults('tests', code, report, (results) => results)
}

async function runJourneys(files) {
  const chromium = await findChromium()
  if (!chromium) {
    process.stdout.write(`${chromiumAdvice}\n`)
    return countOne('journeys', false)
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
  return readResults('journeys', code, report, ({ suites, errors }) => {
    const specs = suites.flatMap(specsOf)
    const named = (status) =>
      specs
        .filter((spec) => spec.tests.some((test) => test.status === status))
        .map((spec) => `${spec.file}:${spec.line} › ${spec.title}`)
    return {
      passed: named('expected').length + named('flaky').length,
      failures: [...named('unexpected'), ...errors.map((error) => error.message)],
      flaky: named('flaky'),
    }
  })
}

function specsOf(suite) {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
}

/** The results in a report. A run that ended with an error that is not in its report counts as one failure. */
function readResults(part, code, report, read) {
  let results
  try {
    results = read(JSON.parse(readFileSync(report, 'utf8')))
  } catch (error) {
    return { passed: 0, failures: [`${part} wrote no report: ${error.message}`] }
  }
  if (code === 0 || results.failures.length > 0) return results
  return { ...results, failures: [`${part} ended with ${code}`] }
}

function countOne(part, passed) {
  return passed ? { passed: 1, failures: [] } : { passed: 0, failures: [part] }
}
