import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChecks } from './checks.mjs'
import { chromiumAdvice, findChromium } from './chromium.mjs'
import { buildWeb, pinnedNode, prepareDependencies } from './prepare.mjs'
import { runShowing } from './progress.mjs'

await prepareDependencies()

const node = pinnedNode()
const reports = mkdtempSync(join(tmpdir(), 'lustra-reports-'))
const results = {
  checks: await runChecks(),
  tests: await runVitest(),
  build: one((await buildWeb()) === 0),
  bytes: await runBytes(),
  journeys: await runJourneys(),
}
rmSync(reports, { recursive: true })

process.stdout.write('\n')
for (const [part, { passed, failed }] of Object.entries(results)) {
  process.stdout.write(`${part}: ${passed} passed, ${failed} failed\n`)
}
const sum = (of) => Object.values(results).reduce((total, result) => total + result[of], 0)
process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed\n`)
process.exitCode = sum('failed') ? 1 : 0

async function runVitest() {
  const file = join(reports, 'vitest.json')
  const program = join('node_modules', 'vitest', 'vitest.mjs')
  const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const code = await runShowing(node, [program, 'run', ...options])
  return counted(code, file, (report) => ({
    passed: report.numPassedTests,
    // A file that could not even be read has failed without a test of its own.
    failed:
      report.numFailedTests +
      report.testResults.filter(
        ({ status, assertionResults }) =>
          status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
      ).length,
  }))
}

/** What the first views weigh, as they were just built. */
async function runBytes() {
  return one((await runShowing(node, ['scripts/check/bytes.ts'])) === 0)
}

async function runJourneys() {
  const chromium = await findChromium()
  if (!chromium) {
    process.stdout.write(`${chromiumAdvice}\n`)
    return one(false)
  }
  const file = join(reports, 'playwright.json')
  const program = join('node_modules', '@playwright', 'test', 'cli.js')
  const code = await runShowing(node, [program, 'test', '--reporter=list,json'], {
    ...process.env,
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  return counted(code, file, ({ stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
  }))
}

/** What the report counts; a run that ended badly without saying why counts as one failure. */
function counted(code, file, count) {
  let result = { passed: 0, failed: 0 }
  try {
    result = count(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return one(false)
  }
  return code !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result
}

function one(passed) {
  return passed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}
