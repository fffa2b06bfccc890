import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase } from 'vitest/node'

type RunEnd = Parameters<NonNullable<Reporter['onTestRunEnd']>>

const nameOf = (test: TestCase) => `${test.module.relativeModuleId} › ${test.fullName}`

/**
 * Writes the file that $VITEST_REPORT names: { passed, failures, flaky }. Failures are the names of tests, of files
 * that could not be loaded, and the errors outside any test. Vitest's own JSON report lacks the latter.
 */
export default class VitestReport implements Reporter {
  onTestRunEnd(testModules: RunEnd[0], unhandledErrors: RunEnd[1]) {
    const tests = testModules.flatMap((testModule) => [...testModule.children.allTests()])
    const failures = [
      ...tests.filter((test) => test.result().state === 'failed').map(nameOf),
      ...testModules.flatMap((testModule) =>
        [...testModule.children.allSuites(), testModule]
          .flatMap((suite) => suite.errors())
          .map((error) => `${testModule.relativeModuleId} › ${error.message}`),
      ),
      ...unhandledErrors.map((error) => `outside any test › ${error.stack ?? error.message}`),
    ]
    const flaky = tests.filter((test) => test.diagnostic()?.flaky).map(nameOf)
    const passed = tests.filter((test) => test.result().state === 'passed').length
    writeFileSync(process.env['VITEST_REPORT'] ?? '', JSON.stringify({ passed, failures, flaky }))
  }
}
