// rule: none, the check of dead exports sees no file whose exports are all listed, as those with calls are
import { expect, test } from 'vitest'
import { filesMatching, textOf } from './sources.ts'

/** The names that a file exports and nobody uses. A call is used: it is part of the API. */
function unusedExports(file: string, text: string, words: ReadonlyMap<string, Set<string>>) {
  const calls = new Set([...text.matchAll(/^export const (\w+) = endpoint\(/gm)].map(([, n]) => n))
  const exported = [...text.matchAll(/^export (const|function|type) (\w+)/gm)]
  return exported
    .filter(([, kind, name = '']) => {
      // A type that a call's types name may stand in its own file alone.
      const isInFile = kind === 'type' && text.split(new RegExp(`\\b${name}\\b`)).length > 2
      return !calls.has(name) && !isInFile && !usedElsewhere(file, name, words)
    })
    .map(([, , name]) => name)
}

function usedElsewhere(file: string, name: string, words: ReadonlyMap<string, Set<string>>) {
  return words.entries().some(([other, those]) => other !== file && those.has(name))
}

const wordsOf = (text: string) => new Set(text.match(/\w+/g))

test('what a file with calls exports beside them is used elsewhere', () => {
  const files = filesMatching('{contract,server,web/src,scripts,bench,tools,e2e}/**/*.{ts,tsx}')
  const words = new Map(files.map((file) => [file, wordsOf(textOf(file))]))
  const withCalls = files.filter(
    (file) =>
      /^contract\/[^.]+\.ts$/.test(file) && /^export const \w+ = endpoint\(/m.test(textOf(file)),
  )
  expect(withCalls.length).toBeGreaterThan(40)
  const found = withCalls.flatMap((file) =>
    unusedExports(file, textOf(file), words).map((name) => `${file}: ${name}`),
  )
  expect(found).toEqual([])
})

test('an export that no other file names is found', () => {
  const text = 'export const call = endpoint({})\nexport const Alone = 1\nexport type Alone = 2\n'
  const words = new Map([['contract/a.ts', wordsOf(text)]])
  expect(unusedExports('contract/a.ts', text, words)).toEqual(['Alone'])
})
