// rule: accessibility
import { expect, test } from 'vitest'
import { filesMatching, textOf } from './sources.ts'

// Axe reads each screen in the light theme alone. These tests prove that the dark theme can be read where it can.

const THEMES = ['light', 'dark'] as const
/** WCAG 2.2, 1.4.3 and 1.4.11. */
const TEXT_MIN = 4.5
const CONTROL_MIN = 3

const SURFACES = ['paper', 'surface', 'raised', 'mint', 'sky', 'clay-soft', 'amber-soft'] as const
/** Surfaces of text that have no control with a border of its own. */
const TINTS = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `tint-${number}`)
const TEXT_SURFACES = [...SURFACES, 'mint-strong', ...TINTS]
const TEXTS = ['ink', 'soft', 'action', 'clay', 'amber'] as const
/** Buttons, whose text has a colour of its own. */
const BUTTONS = ['action', 'action-strong'] as const

const COLORS = [
  ...textOf('web/src/ui/tokens.css').matchAll(
    /--color-([\w-]+): light-dark\(oklch\(([^)]+)\), oklch\(([^)]+)\)\);/g,
  ),
].map(([, name = '', light = '', dark = '']) => ({ name, light, dark }))

type Theme = (typeof THEMES)[number]

function colorOf(name: string, theme: Theme): string {
  const color = COLORS.find((one) => one.name === name)
  if (!color) throw new Error(`No token --color-${name} has a light and a dark value.`)
  return color[theme]
}

/** The relative luminance of WCAG of '42.5% 0.081 170', by the matrices of Oklab. */
function luminanceOf(oklch: string): number {
  const [lightness = 0, chroma = 0, hue = 0] = oklch
    .split(' ')
    .map((part) => Number.parseFloat(part))
  const [a, b] = [Math.cos, Math.sin].map((turn) => chroma * turn((hue * Math.PI) / 180)) as [
    number,
    number,
  ]
  const cone = (ofA: number, ofB: number) => (lightness / 100 + ofA * a + ofB * b) ** 3
  const long = cone(0.3963377774, 0.2158037573)
  const medium = cone(-0.1055613458, -0.0638541728)
  const short = cone(-0.0894841775, -1.291485548)
  const shown = (light: number) => Math.min(1, Math.max(0, light))
  const red = shown(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short)
  const green = shown(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short)
  const blue = shown(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string, theme: Theme): number {
  const [low = 0, high = 0] = [one, other]
    .map((name) => luminanceOf(colorOf(name, theme)) + 0.05)
    .toSorted((a, b) => a - b)
  return high / low
}

/** The pairs of colours with less contrast than this, such as 'soft on mint in dark: 4.1'. */
function tooAlike(fronts: readonly string[], backs: readonly string[], least: number): string[] {
  return THEMES.flatMap((theme) =>
    fronts.flatMap((front) =>
      backs.flatMap((back) => {
        const ratio = contrast(front, back, theme)
        return ratio < least ? [`${front} on ${back} in ${theme}: ${ratio.toFixed(1)}`] : []
      }),
    ),
  )
}

const SCREENS = filesMatching('web/src/**/*.{ts,tsx,css}').filter((file) => !/\.test\./.test(file))
const NAMES = COLORS.map(({ name }) => name).join('|')

/** The colours that a screen names after this prefix of a class, or in this declaration of a style sheet. */
function colorsUsed(prefix: string, declaration: string): string[] {
  const pattern = new RegExp(
    `(?:\\b${prefix}-|(?<!-)\\b${declaration}: var\\(--color-)(${NAMES})(?![\\w-])`,
    'g',
  )
  const all = SCREENS.flatMap((file) =>
    [...textOf(file).matchAll(pattern)].map(([, name]) => name!),
  )
  return [...new Set(all)].toSorted()
}

/** The shade is left out: it lies over photos, whose contrast nothing can measure. */
const groundsUsed = () =>
  colorsUsed('bg', 'background(?:-color)?').filter((name) => name !== 'shade')

test('the contrast of white and black is 21, and that of red on white is 4', () => {
  expect((luminanceOf('100% 0 0') + 0.05) / (luminanceOf('0% 0 0') + 0.05)).toBeCloseTo(21, 1)
  expect(1.05 / (luminanceOf('62.796% 0.25768 29.234') + 0.05)).toBeCloseTo(4, 1)
})

test('each text can be read on each surface, in the light and in the dark theme', () => {
  expect(tooAlike(TEXTS, TEXT_SURFACES, TEXT_MIN)).toEqual([])
  expect(tooAlike(['on-action'], BUTTONS, TEXT_MIN)).toEqual([])
})

test('the border of a control and the frame of the focus can be seen on each surface, in both themes', () => {
  expect(tooAlike(['edge', 'action'], SURFACES, CONTROL_MIN)).toEqual([])
})

test('no pair of colours can be read in the light theme alone', () => {
  const texts = colorsUsed('text', 'color')
  const faults = texts.flatMap((text) =>
    groundsUsed()
      .filter((ground) => contrast(text, ground, 'light') >= TEXT_MIN)
      .filter((ground) => contrast(text, ground, 'dark') < TEXT_MIN)
      .map((ground) => `${text} on ${ground}`),
  )
  expect(faults).toEqual([])
})

test('screens use no colour for a text or behind one that is not compared here', () => {
  const compared = [...TEXTS, 'on-action', ...TEXT_SURFACES, ...BUTTONS]
  expect(colorsUsed('text', 'color').filter((name) => !compared.includes(name))).toEqual([])
  expect(groundsUsed().filter((name) => !compared.includes(name))).toEqual([])
})

test('no text and no surface has a colour of its own in one theme, except on the shade over a photo', () => {
  const own = SCREENS.flatMap((file) =>
    [
      ...textOf(file).matchAll(
        /\bdark:(?:text|bg|placeholder)[\w-]*|@media[^{]*prefers-color-scheme/g,
      ),
    ].map(([one]) => one),
  )
  expect(own).toEqual(['dark:text-ink'])
})
