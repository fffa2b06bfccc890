import { posix, relative } from 'node:path'

export type TestResult = 'passed' | 'failed' | 'skipped'

type ReportedTest = { file: string; line: number; result: TestResult }

type VitestReport = {
  testResults: {
    name: string
    assertionResults: { status: string; location?: { line: number } | null }[]
  }[]
}
type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs?: { file: string; line: number; ok: boolean; tests: { status: string }[] }[]
}
type PlaywrightReport = { suites: PlaywrightSuite[]; config: { rootDir: string } }

/** The results of a JSON report of Vitest or of Playwright, each with its file in the checkout. */
export function resultsIn(report: object, checkout: string): ReportedTest[] {
  const place = (file: string) => relative(checkout, file).replaceAll('\\', '/')
  if ('testResults' in report) {
    const { testResults } = report as VitestReport
    return testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ status, location }) => ({
        file: place(name),
        line: location?.line ?? 0,
        result: status === 'passed' || status === 'failed' ? status : 'skipped',
      })),
    )
  }
  const { suites, config } = report as PlaywrightReport
  return suites.flatMap(specsIn).map(({ file, line, ok, tests }) => ({
    file: place(posix.join(config.rootDir, file)),
    line,
    result: tests.every(({ status }) => status === 'skipped')
      ? 'skipped'
      : ok
        ? 'passed'
        : 'failed',
  }))
}

function specsIn(suite: PlaywrightSuite): NonNullable<PlaywrightSuite['specs']> {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsIn)]
}

/** The result of one test in the source; of a test with a table the worst of its rows; '-' if no report has it. */
export function resultOf(
  results: ReportedTest[],
  file: string,
  { line, lastLine }: { line: number; lastLine: number },
): TestResult | '-' {
  const resultsOfTest = results.filter(
    (one) => one.file === file && line <= one.line && one.line <= lastLine,
  )
  const order = ['failed', 'passed', 'skipped'] as const
  return order.find((result) => resultsOfTest.some((one) => one.result === result)) ?? '-'
}
