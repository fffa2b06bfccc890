import { faultsOf, outsideCitationsIn } from '../rules/faults.ts'
import { allRules } from '../rules/rules.ts'
import { filesMatching, report, textOf } from './sources.ts'

/** Whether a rule without a test, a test file without a rule or a citation of an outside document fails the check. */
const WARNINGS_FAIL: boolean = true

const files = filesMatching('**/*.{ts,tsx,mjs,sql,css,md}')
const texts = new Map(files.map((file) => [file, textOf(file)]))
const { errors, warnings } = faultsOf(allRules(), texts)
const outside = [...texts].flatMap(([file, text]) => outsideCitationsIn(file, text))

report(WARNINGS_FAIL ? [...errors, ...warnings, ...outside] : errors)
if (!WARNINGS_FAIL && process.argv.includes('--warnings')) {
  for (const warning of [...warnings, ...outside]) process.stdout.write(`${warning}\n`)
}
