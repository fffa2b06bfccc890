import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runChecks } from './checks.mjs'
import { chromiumAdvice, findChromium, findHeadlessShell } from './chromium.mjs'
import { buildWeb, pinnedNode, prepareDependencies, prepareWeb } from './prepare.mjs'
import { root, runOnTerminal } from './progress.mjs'

// `npm test` runs everything; `npm test -- bookings search` only what belongs to these features, from the contract to
// the journeys.
const features = process.argv.slice(2)
const reports = join(root, '.cache', 'reports')

await prepareDependencies()
const node = pinnedNode()
mkdirSync(reports, { recursive: true })

const results = features.length > 0 ? await testFeatures() : await testEverything()
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

async function testFeatures() {
  const folders = features
    .map((feature) => `e2e/${feature}/`)
    .filter((folder) => existsSync(folder))
  const tests = await runVitest(features.flatMap(testFilesOf))
  if (folders.length === 0) return { tests }
  await prepareWeb()
  return { tests, journeys: await runJourneys(folders) }
}

/** The test files of a feature: of its folders on the server and in the web app, of its contract and of its views. */
function testFilesOf(feature) {
  const belongsToFeature = new RegExp(
    `^((server/src|web/src)/(\\w[\\w-]*/)?${feature}/.*|(contract|server/src|web/src/views)/${feature}[^/]*)\\.test\\.tsx?$`,
  )
  const files = ['contract', 'server/src', 'web/src']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (path) => `${folder}/${path}`,
      ),
    )
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => belongsToFeature.test(path))
  if (files.length === 0 && !existsSync(join(root, 'e2e', feature)))
    process.stdout.write(`No tests belong to ${feature}.\n`)
  return files
}

async function runVitest(files) {
  if (features.length > 0 && files.length === 0) return { passed: 0, failed: 0 }
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

async function runJourneys(folders) {
  const chromium = await findChromium()
  if (!chromium) {
    process.stdout.write(`${chromiumAdvice}\n`)
    return countOne(false)
  }
  const report = join(reports, 'playwright.json')
  rmSync(report, { force: true })
  const program = join('node_modules', '@playwright', 'test', 'cli.js')
  const code = await runOnTerminal(node, [program, 'test', '--reporter=list,json', ...folders], {
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
