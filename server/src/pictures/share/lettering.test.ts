// rule: sharing
import { expect, test } from 'vitest'
import { fitText, letters, widthOf } from './lettering.ts'

const at = { x: 64, y: 471.2, size: 58, fill: '#12211c' }

test.each([
  'Conceição Araújo de Magalhães',
  'Begoña Muñoz Ibáñez',
  'Łukasz Żółć',
  '1 profissional',
])('%s is drawn as outlines, with every character', (words) => {
  const drawn = letters(words, 'display', at)
  expect(drawn).toMatch(/^<path d="M[-\d. MLQCZ]+" fill="#12211c"\/>$/)
  for (const letter of words.replaceAll(' ', ''))
    expect(widthOf(letter, 'display', 58)).toBeGreaterThan(0)
})

test('characters that our fonts do not have are left out', () => {
  expect(
    fitText('王芳  Ann Lee 🧹', 'display', { width: 600, sizes: [{ size: 60, lines: 2 }] }).lines,
  ).toEqual(['Ann Lee'])
})

test.each([
  ['Ann Lee Cleaning', 76],
  ['House cleaning in Rancho Santa Margarita, CA', 66],
  [`${'Maximiliana '.repeat(12)}Cleaning`, 50],
  ['Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch Cleaning', 50],
])('%s fits into its lines, in a smaller size if necessary', (words, expected) => {
  const { size, lines } = fitText(words, 'display', {
    width: 590,
    sizes: [76, 66, 58, 50].map((size) => ({ size, lines: 3 })),
  })
  expect(size).toBe(expected)
  expect(lines.length).toBeLessThanOrEqual(3)
  for (const line of lines) expect(widthOf(line, 'display', size)).toBeLessThanOrEqual(590)
  const whole = lines.join('').replaceAll(' ', '') === words.replaceAll(' ', '')
  expect(whole || lines.at(-1)!.endsWith('…')).toBe(true)
})
