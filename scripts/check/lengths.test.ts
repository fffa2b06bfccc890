// rule: none, the checks keep comments, documents, functions, test files and subjects of commits short
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { longSubjectsOf } from './long-subjects.ts'
import { wideLinesOf } from './wide-lines.ts'

const SOURCE = 'contract/bookings/bookings.ts'
const widthOf = (start: string, width: number) => start.padEnd(width, 'x')

describe('the width of lines', () => {
  test.each([
    ['a comment', SOURCE, '  // '],
    ['a docstring', SOURCE, ' * '],
    ['a docstring of one line', SOURCE, '/** '],
    ['a comment in JSX', 'web/src/ui/a.tsx', '  {/* '],
    ['a comment behind code', SOURCE, 'const a = 1 // '],
    ['a comment in SQL', 'server/schema/0002_people.sql', '-- '],
    ['a comment in CSS', 'web/src/ui/a.css', '/* '],
  ])('%s has 120 characters at most', (_, file, start) => {
    expect(wideLinesOf(file, `\n${widthOf(start, 120)}`)).toEqual([])
    expect(wideLinesOf(file, `\n${widthOf(start, 121)}`)).toEqual([
      `${file}:2: a comment of 121 characters (at most 120)`,
    ])
  })

  test('code may be as wide as the formatter leaves it', () => {
    expect(wideLinesOf(SOURCE, widthOf("const sentence = 'https://", 200))).toEqual([])
  })

  test('a line of a document has 150 characters at most, but a row of a table more', () => {
    expect(wideLinesOf('README.md', widthOf('', 150))).toEqual([])
    expect(wideLinesOf('README.md', widthOf('| ', 151))).toEqual([])
    expect(wideLinesOf('README.md', widthOf('- ', 151))).toHaveLength(1)
  })
})

test('the subject of a commit has 72 characters at most', () => {
  const long = `abcdef02 ${widthOf('Refuse ', 73)}`
  expect(longSubjectsOf(`abcdef01 ${widthOf('Refuse ', 72)}\n${long}\n`)).toEqual([
    `${long} (73 characters; at most 72)`,
  ])
})

describe('lint', () => {
  const functionOf = (lines: number) =>
    `export function list() {\n${'  work()\n'.repeat(lines - 2)}}\n`
  const moduleOf = (lines: number) => 'work()\n'.repeat(lines)
  const samples: Record<string, string> = {
    'short.ts': functionOf(80),
    'long.ts': functionOf(81),
    'harness.ts': moduleOf(401),
    'story.spec.ts': functionOf(81),
    'short.test.ts': moduleOf(400),
    'long.test.ts': moduleOf(401),
    'long.test.tsx': moduleOf(401),
    'long.spec.ts': moduleOf(401),
  }
  let folder: string
  /** The rules about lengths that each sample breaks. */
  const broken = new Map<string, string[]>()
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lustra-lint-'))
    const { options, ...config } = JSON.parse(readFileSync('.oxlintrc.json', 'utf8'))
    // The rules that read types are slow, and they need a project.
    const ownConfig = { ...config, options: { ...options, typeAware: false } }
    writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify(ownConfig))
    for (const [name, text] of Object.entries(samples)) writeFileSync(join(folder, name), text)
    const args = [join('node_modules', 'oxlint', 'bin', 'oxlint'), '--format', 'json']
    const ownArgs = ['--config', join(folder, '.oxlintrc.json'), folder]
    const { stdout } = spawnSync(process.execPath, [...args, ...ownArgs], { encoding: 'utf8' })
    type Fault = { code: string; filename: string }
    for (const { code, filename } of (JSON.parse(stdout) as { diagnostics: Fault[] }).diagnostics) {
      const name = basename(filename)
      if (code.includes('max-lines')) broken.set(name, [...(broken.get(name) ?? []), code])
    }
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('a function has 80 lines at most, and a file of functions as many as it needs', () => {
    expect(broken.get('long.ts')).toEqual(['eslint(max-lines-per-function)'])
    expect([broken.has('short.ts'), broken.has('harness.ts')]).toEqual([false, false])
  })

  test('a test or a journey is as long as its story, and its file has 400 lines at most', () => {
    for (const name of ['long.test.ts', 'long.test.tsx', 'long.spec.ts']) {
      expect(broken.get(name)).toEqual(['eslint(max-lines)'])
    }
    expect([broken.has('story.spec.ts'), broken.has('short.test.ts')]).toEqual([false, false])
  })
})
