import { expect, test } from 'vitest'
import { inDocumentOrder, statementsOf } from './statements.ts'

// Put together here, so that the list of the repository itself does not take them for promises.
const titled = (call: string, quote: string, title: string) => `${call}${quote}${title}${quote}, f)`

test('titles of tests and of steps are found, with their line, also on a line of their own', () => {
  const source = [
    titled('test(', "'", 'C 2.9: the total follows the hours'),
    titled('  await test.step(\n    ', '"', "C 4: it's searching"),
    titled('it(', "'", "P 3.1: her \\'own\\' page"),
    titled('test.each(cases)(', "'", 'P 5: %s is refused'),
  ].join('\n')
  expect(statementsOf('a.spec.ts', source)).toEqual([
    at(1, 'C', '2.9', 'the total follows the hours'),
    at(3, 'C', '4', "it's searching"),
    at(4, 'P', '3.1', "her 'own' page"),
    at(5, 'P', '5', '%s is refused'),
  ])
})

test('what is no title of that form is left out', () => {
  const source = [
    titled('test(', "'", 'a visitor books'),
    titled('test(', "'", 'C: without a section'),
    "const said = 'C 2.9: not a title'",
  ].join('\n')
  expect(statementsOf('a.spec.ts', source)).toEqual([])
})

test('sections stand in the order of the documents, 2.2 before 2.10 and C before P', () => {
  const sections = [
    at(1, 'P', '1', ''),
    at(1, 'C', '2.10', ''),
    at(1, 'C', '10', ''),
    at(2, 'C', '2.2', ''),
    at(1, 'C', '2.2', ''),
  ]
  expect(
    inDocumentOrder(sections).map(({ document, section, line }) => [document, section, line]),
  ).toEqual([
    ['C', '2.2', 1],
    ['C', '2.2', 2],
    ['C', '2.10', 1],
    ['C', '10', 1],
    ['P', '1', 1],
  ])
})

function at(line: number, document: 'C' | 'P', section: string, text: string) {
  return { document, section, text, file: 'a.spec.ts', line }
}
