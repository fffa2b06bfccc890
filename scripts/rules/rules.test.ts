// rule: none, the check of rule citations and the list that conformance prints
import { describe, expect, test } from 'vitest'
import { citedTestsOf } from './cited-tests.ts'
import { faultsOf, outsideCitationsIn } from './faults.ts'
import { citationsOf, rulesIn } from './rules.ts'
import { resultOf, resultsIn } from './test-results.ts'

// Put together here, so that the check of this repository does not read these texts as citations.
const rule = 'rule'
const ule = 'ule'
const page = (text: string) => rulesIn('docs/rules/a.md', text)
const known = page('# A\n\n## first-rule\n\nText.\n\n## second-rule\n')

describe('citations', () => {
  test.each([
    [`// ${rule}: first-rule`, ['first-rule']],
    [`/** Text. ${rule}: first-rule, second-rule */`, ['first-rule', 'second-rule']],
    [` * ${rule}: first-rule,\n * second-rule. More text.`, ['first-rule', 'second-rule']],
    [`-- ${rule}: first-rule`, ['first-rule']],
    [`// ${rule}s: first-rule, second-rule`, ['first-rule', 'second-rule']],
    [`// ${rule}: first-rule, because it is so`, ['first-rule']],
    [`const ${rule}: string = other`, []],
    [`{ ${rule}: first }`, []],
    [`// Text. R${ule}: first-rule`, ['first-rule']],
    [`// R${ule}s: first-rule, second-rule`, ['first-rule', 'second-rule']],
    [`// ${rule}: first, second`, ['first', 'second']],
    [`/** ${rule}: first. Text. ${rule}: second-rule */`, ['first', 'second-rule']],
    [`// ${rule}:\n// first-rule`, ['first-rule']],
    [`// ${rule}:first-rule`, ['first-rule']],
    [`// ${rule}: none, tools`, ['none']],
  ])('%j names %j', (text, names) => {
    expect(citationsOf('a.ts', text).flatMap((citation) => citation.names)).toEqual(names)
  })

  test.each([
    `// ${rule}: first-rule and second-rule`,
    `// ${rule}s: first-rule, second-rule and third-rule`,
    `/** ${rule}: first-rule second-rule */`,
    `// ${rule}: First-Rule`,
    `// ${rule}: write plainly`,
    `// ${rule}:`,
  ])('%j cannot be read', (text) => {
    expect(citationsOf('a.ts', text)).toEqual([
      { names: [], line: 1, unreadable: text.slice(text.indexOf(rule)).replace(' */', '') },
    ])
  })

  test('on a page a name after the word counts without code marks too', () => {
    const text = `Text. ${rule}: first-rule\nsays so. R${ule}: second-rule. \`${rule}s: third-rule\`.`
    expect(citationsOf('a.md', text).flatMap(({ names }) => names)).toEqual([
      'first-rule',
      'second-rule',
      'third-rule',
    ])
  })

  test('on a page a citation stands in code marks', () => {
    const text = `One ${rule}: write plainly. See \`${rule}: first-rule\`.`
    expect(citationsOf('a.md', text).flatMap(({ names }) => names)).toEqual(['first-rule'])
  })
})

describe('faults', () => {
  const faults = (files: Record<string, string>, rules = known) =>
    faultsOf(rules, new Map(Object.entries(files)))

  test('a citation that names a rule is no fault', () => {
    expect(faults({ 'a.ts': `// ${rule}: first-rule, second-rule` }).errors).toEqual([])
  })

  test('a citation that names no rule is an error with its line', () => {
    expect(faults({ 'a.ts': `\n// ${rule}: frist-rule` }).errors).toEqual([
      'a.ts:2 cites frist-rule, which no page of docs/rules has',
    ])
  })

  test('a citation that cannot be read is an error', () => {
    expect(faults({ 'a.ts': `// ${rule}: first-rule and frist-rule` }).errors).toEqual([
      `a.ts:1 "${rule}: first-rule and frist-rule" cannot be read: write names with commas`,
    ])
  })

  test('a citation of a page must name one that exists', () => {
    expect(faults({ 'a.ts': `/** Text. R${ule}s: docs/rules/a.md */` }).errors).toEqual([])
    expect(faults({ 'a.ts': `/** Text. R${ule}s: docs/rules/b.md */` }).errors).toEqual([
      'a.ts:1 cites docs/rules/b.md, which does not exist',
    ])
  })

  test('two rules with one name are an error', () => {
    expect(faults({}, [...known, ...page('## first-rule')]).errors).toContainEqual(
      expect.stringContaining('first-rule is also a rule of'),
    )
  })

  test('a rule name that is not in kebab case is an error', () => {
    expect(faults({}, page('## First rule')).errors).toEqual([
      'docs/rules/a.md:1 names a rule "First rule"; use lower case and hyphens',
    ])
  })

  test('rules without a test and test files without a rule are listed', () => {
    const test = { 'a.test.ts': `// ${rule}: first-rule\ntest('x', f)\n`, 'b.test.ts': '' }
    expect(faults({ ...test, 'a.ts': `// ${rule}: second-rule` }).warnings).toEqual([
      'docs/rules/a.md:7 no test cites second-rule',
      'b.test.ts cites no rule',
    ])
  })

  test('a citation that covers no test of its file proves no rule', () => {
    const test = `test('x', () => {\n  check()\n})\n\n// ${rule}: second-rule\nfunction check() {}\n`
    const { warnings } = faults({ 'a.test.ts': `// ${rule}: first-rule\n${test}` })
    expect(warnings).toEqual(['docs/rules/a.md:7 no test cites second-rule'])
  })

  test('a test file that protects no rule says so', () => {
    const { warnings } = faults({ 'b.test.ts': `// ${rule}: none, a tool` }, [])
    expect(warnings).toEqual([])
  })
})

describe('documents outside the repository', () => {
  // The gap keeps these lines from being citations themselves.
  test.each([
    'as decision| 26 says',
    'client| spec 2.9',
    'professional| spec 3',
    "test('C| 2.9: the total')",
    "test.step('P| 4: x')",
    'figure| 7 holds',
    'authorization|.md, PUB',
    'home-and|-visit 3.2',
    'order-and|-trust says',
    'client|-side.md',
    'spec/professional|-side',
  ])('%s is found', (text) => {
    expect(outsideCitationsIn('a.ts', text.replace('|', ''))).toHaveLength(1)
  })

  test.each(['docs/decisions/0012', '[decision](0012-money.md)', 'an authorization header'])(
    '%s is no such citation',
    (text) => {
      expect(outsideCitationsIn('a.ts', text)).toEqual([])
    },
  )
})

describe('tests of a rule', () => {
  const source = [
    `// ${rule}: of-file`,
    `import { test } from 'vitest'`,
    '',
    `// ${rule}: of-group`,
    `describe('group', () => {`,
    `  test('one', () => {`,
    `    // ${rule}: of-step`,
    `    check()`,
    `  })`,
    '',
    `  // ${rule}: of-two`,
    `  test.each([`,
    `    ['a', 'b'],`,
    `  ])('two %s', async (`,
    `    text,`,
    `  ) => {`,
    `    check(text)`,
    `  })`,
    `})`,
    `test('three', check)`,
  ].join('\n')

  test('come from the file, the group, the comment above and the comments inside', () => {
    expect(citedTestsOf('a.test.ts', source)).toEqual([
      { title: 'one', line: 6, lastLine: 9, rules: ['of-file', 'of-group', 'of-step'] },
      { title: 'two %s', line: 12, lastLine: 18, rules: ['of-file', 'of-group', 'of-two'] },
      { title: 'three', line: 20, lastLine: 20, rules: ['of-file'] },
    ])
  })
})

describe('results', () => {
  const lines = { line: 4, lastLine: 9 }

  test('are found by file and line in the report of the unit tests', () => {
    const assertionResults = [
      { status: 'passed', location: { line: 4, column: 1 } },
      { status: 'failed', location: { line: 8, column: 3 } },
      { status: 'passed', location: { line: 12, column: 1 } },
    ]
    const report = { testResults: [{ name: '/checkout/a.test.ts', assertionResults }] }
    const results = resultsIn(report, '/checkout')
    expect(resultOf(results, 'a.test.ts', lines)).toBe('failed')
    expect(resultOf(results, 'a.test.ts', { line: 12, lastLine: 12 })).toBe('passed')
    expect(resultOf(results, 'b.test.ts', lines)).toBe('-')
  })

  test('are found in the nested suites of the journeys’ report', () => {
    const spec = { file: 'home/a.spec.ts', line: 5, ok: true, tests: [{ status: 'expected' }] }
    const report = {
      config: { rootDir: '/checkout/e2e' },
      suites: [{ suites: [{ specs: [spec] }] }],
    }
    expect(resultOf(resultsIn(report, '/checkout'), 'e2e/home/a.spec.ts', lines)).toBe('passed')
  })
})
