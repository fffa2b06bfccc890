import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type * as opentype from 'opentype.js'
import { shape } from '#drawings/shapes.ts'

const require = createRequire(import.meta.url)
// The package has no exports that an ES import can read.
const { parse } = require('opentype.js') as typeof opentype

/** Each face has two files: basic Latin and the rest of Latin. */
const FACES = {
  display: [
    require.resolve('@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff'),
    require.resolve('@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-ext-700-normal.woff'),
  ],
  text: [
    require.resolve('@fontsource/figtree/files/figtree-latin-500-normal.woff'),
    require.resolve('@fontsource/figtree/files/figtree-latin-ext-500-normal.woff'),
  ],
  strong: [
    require.resolve('@fontsource/figtree/files/figtree-latin-700-normal.woff'),
    require.resolve('@fontsource/figtree/files/figtree-latin-ext-700-normal.woff'),
  ],
}
const ELLIPSIS = '…'

export type Face = keyof typeof FACES
export type Sizing = { size: number; lines: number }

const loadedFonts = new Map<Face, opentype.Font[]>()

/**
 * A line of text as outlines in an SVG, with its baseline at `x`, `y`. It looks the same on every machine, without
 * installed fonts. Characters that our fonts do not have are left out. We place the glyphs and write the paths
 * ourselves: the library's shaping fails on these fonts, and its path writer rounds tiny numbers to NaN.
 * rule: sharing
 */
export function letters(
  text: string,
  face: Face,
  { x, y, size, fill }: { x: number; y: number; size: number; fill: string },
): string {
  const outlines = placeGlyphs(text, face, size).map(({ glyph, at }) =>
    outlineOf(glyph.getPath(x + at, y, size)),
  )
  return shape(outlines.join(''), fill)
}

/** The width of a line of text. */
export function widthOf(text: string, face: Face, size: number): number {
  const last = placeGlyphs(text, face, size).at(-1)
  return last ? last.at + last.width : 0
}

/**
 * Breaks a text into lines of a width, at the first of the sizes at which it fits. At the last size it is cut with '…'.
 */
export function fitText(
  original: string,
  face: Face,
  { width, sizes }: { width: number; sizes: readonly Sizing[] },
): { size: number; lines: string[] } {
  const text = drawableText(original, face)
  for (const { size, lines } of sizes) {
    const fittingLines = breakLines(text, (line) => widthOf(line, face, size) <= width)
    if (fittingLines && fittingLines.length <= lines) return { size, lines: fittingLines }
  }
  const { size, lines } = sizes.at(-1)!
  return { size, lines: cutToLines(text, lines, (line) => widthOf(line, face, size) <= width) }
}

/** Lines of complete words; undefined if a word is too long for a line. */
function breakLines(text: string, fits: (line: string) => boolean): string[] | undefined {
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (!fits(word)) return undefined
    const longer = [...lines.slice(-1), word].join(' ')
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function cutToLines(text: string, linesMax: number, fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  let rest = [...text.trim()]
  while (rest.length > 0 && lines.length < linesMax) {
    const isLast = lines.length === linesMax - 1
    const remaining = rest.join('')
    if (fits(remaining)) return [...lines, remaining]
    let length = rest.length
    while (length > 1 && !fits(rest.slice(0, length).join('') + (isLast ? ELLIPSIS : ''))) length--
    const space = rest.slice(0, length + 1).lastIndexOf(' ')
    const end = space > 0 ? space : length
    lines.push(rest.slice(0, end).join('').trimEnd() + (isLast ? ELLIPSIS : ''))
    rest = [...rest.slice(end).join('').trimStart()]
  }
  return lines
}

/** The characters of a text that our fonts have, with single spaces. */
function drawableText(text: string, face: Face): string {
  const letters = [...text.normalize('NFC')].filter((letter) => fontOf(letter, face))
  return letters.join('').replace(/\s+/g, ' ').trim()
}

type PlacedGlyph = { glyph: opentype.Glyph; font: opentype.Font; at: number; width: number }

/** The glyphs of a line and their positions, with the kerning between neighbours of one font. */
function placeGlyphs(text: string, face: Face, size: number): PlacedGlyph[] {
  const line: PlacedGlyph[] = []
  for (const letter of text.normalize('NFC')) {
    const font = fontOf(letter, face)
    if (!font) continue
    const glyph = font.charToGlyph(letter)
    const last = line.at(-1)
    const kerning = last?.font === font ? font.getKerningValue(last.glyph, glyph) : 0
    const scale = size / font.unitsPerEm
    const at = last ? last.at + last.width + kerning * scale : 0
    line.push({ glyph, font, at, width: (glyph.advanceWidth ?? 0) * scale })
  }
  return line
}

function outlineOf({ commands }: opentype.Path): string {
  return commands
    .map((step) => {
      if (step.type === 'Z') return 'Z'
      const curve = step.type === 'Q' || step.type === 'C' ? [step.x1, step.y1] : []
      const second = step.type === 'C' ? [step.x2, step.y2] : []
      const values = [...curve, ...second, step.x, step.y].map((value) => value.toFixed(1))
      return step.type + values.join(' ')
    })
    .join('')
}

function fontOf(letter: string, face: Face): opentype.Font | undefined {
  return fontsOf(face).find((font) => font.charToGlyphIndex(letter) > 0)
}

function fontsOf(face: Face): opentype.Font[] {
  const fonts = loadedFonts.get(face) ?? FACES[face].map(fontIn)
  loadedFonts.set(face, fonts)
  return fonts
}

function fontIn(file: string): opentype.Font {
  return parse(new Uint8Array(readFileSync(file)).buffer)
}
