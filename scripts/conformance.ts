import { existsSync } from 'node:fs'
import { filesMatching, textOf } from './check/sources.ts'
import { citedTestsOf } from './rules/cited-tests.ts'
import { allRules } from './rules/rules.ts'
import { resultOf, resultsIn } from './rules/test-results.ts'
import type { TestResult } from './rules/test-results.ts'

/** Prints each rule with its tests and their last result: '-' where the reports of `npm test` have none. */
const REPORTS = ['.cache/reports/vitest.json', '.cache/reports/playwright.json']

const results = REPORTS.filter((file) => existsSync(file)).flatMap((file) =>
  resultsIn(JSON.parse(textOf(file)) as object, process.cwd()),
)
const tests = filesMatching('e2e/**/*.spec.ts', '**/*.test.{ts,tsx}').flatMap((file) =>
  citedTestsOf(file, textOf(file)).map((test) => ({
    ...test,
    file,
    result: resultOf(results, file, test),
  })),
)

const counts: Record<TestResult | '-', number> = { passed: 0, failed: 0, skipped: 0, '-': 0 }
for (const [page, rules] of Map.groupBy(allRules(), (rule) => rule.page)) {
  console.log(`\n${page}`)
  for (const { name } of rules) {
    const citing = tests.filter((test) => test.rules.includes(name))
    const result = (['failed', '-', 'skipped', 'passed'] as const).find((result) =>
      citing.some((test) => test.result === result),
    )
    counts[result ?? '-']++
    console.log(`  ${name}: ${result ?? 'no test'}`)
    for (const { file, line, title, result } of citing)
      console.log(`    ${result}  ${title}  (${file}:${line})`)
  }
}
console.log(
  `\nRules: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped, ${counts['-']} not run.`,
)
