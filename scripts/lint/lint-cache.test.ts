// rule: none. It protects the lint of `npm run check`: no file whose result can have changed is left out.
import { expect, test } from 'vitest'
import { filesToLint } from './lint-cache.ts'

const texts = new Map([
  ['contract/a.ts', 'export const a = 1'],
  ['server/src/b.ts', "import { a } from '#contract/a.ts'"],
  ['server/src/c.ts', "import type { B } from './b.ts'"],
  ['web/src/d.ts', "const d = () => import('#contract/gone.ts')"],
  ['web/src/e.ts', "import text from './e.json'"],
  ['web/src/e.json', '{}'],
])
const hashes = Object.fromEntries([...texts.keys()].map((file) => [file, 'now']))

test.each([
  ['nothing that changed', {}, []],
  [
    'a file that others import',
    { 'contract/a.ts': 'old' },
    ['contract/a.ts', 'server/src/b.ts', 'server/src/c.ts'],
  ],
  ['a file that nobody imports', { 'server/src/c.ts': 'old' }, ['server/src/c.ts']],
  ['a file that is gone', { 'contract/gone.ts': 'old' }, ['web/src/d.ts']],
  ['a text', { 'web/src/e.json': 'old' }, ['web/src/e.ts']],
])('after %s its importers are linted too', (_what, changed, expected) => {
  const found = filesToLint(texts, hashes, { ...hashes, ...changed })
  expect(found.toSorted()).toEqual(expected)
})

test('without a lint of before, and after a change of declarations, all files are linted', () => {
  expect(filesToLint(texts, hashes, {})).toHaveLength(5)
  expect(filesToLint(texts, hashes, { ...hashes, 'web/types.d.ts': 'old' })).toHaveLength(5)
})
