import { colours } from './palette.ts'
import { circle, ellipse, group, line, rect, shape, svg } from './shapes.ts'

// Only middle tones: the background is transparent and may be light or dark.
export const tones = {
  frame: '#3F8F79',
  soft: '#8CC2AE',
  glass: '#BFE0EA',
  clay: '#C9694E',
  citrus: colours.citrus,
  white: colours.white,
}
const { frame, soft, glass, citrus, white } = tones

/** A drawing of 320 × 240 from its parts. */
export const scene = (...parts: string[]) =>
  svg(
    320,
    240,
    ellipse(160, 132, 132, 92, '#6FB49C', 0.2),
    ellipse(160, 208, 112, 9, '#4C8C78', 0.3),
    ...parts,
  )

export const pane = (x: number, y: number, size: number) =>
  rect(x, y, size, size, frame, size * 0.16) +
  rect(x + size * 0.11, y + size * 0.11, size * 0.78, size * 0.78, glass, size * 0.06) +
  shape(
    `M${x + size * 0.5} ${y + size * 0.11}h${size * 0.22}L${x + size * 0.11} ${y + size * 0.72}v${-size * 0.22}Z`,
    white,
    0.9,
  )

/** Drawings for empty public screens, 320 × 240, for light and dark backgrounds. */
export const empty = {
  noResults: scene(
    pane(64, 62, 104),
    line('M214 158L252 196', frame, 15),
    circle(184, 128, 45, '#6FB49C', 0.35),
    `<circle cx="184" cy="128" r="42" fill="${glass}" stroke="${frame}" stroke-width="10"/>`,
    line('M162 126a24 24 0 0 1 16 -20', white, 7),
  ),
  error: scene(
    ellipse(108, 204, 76, 12, glass),
    group(
      'rotate(-72 186 168)',
      line('M142 112C142 52 230 52 230 112', soft, 7),
      shape('M134 108H238L224 204H148Z', frame),
      rect(128, 98, 116, 18, '#2E7562', 9),
    ),
    circle(88, 150, 7, glass),
    circle(112, 134, 5, glass),
    circle(70, 172, 5, glass),
    shape('M232 62l30 52a7 7 0 0 1-6 10h-60a7 7 0 0 1-6-10l30-52a7 7 0 0 1 12 0Z', citrus),
    line('M226 82v16M226 110v.1', '#3A2F12', 7),
  ),
  notFound: scene(
    line('M164 36L116 66M164 36L224 82', soft, 5),
    circle(164, 36, 7, frame),
    group(
      'rotate(9 160 130)',
      rect(92, 72, 136, 118, '#B98A57', 8),
      rect(106, 86, 108, 90, '#F4EFE2', 3),
      line('M122 160L144 128L160 148L178 118L200 160', '#CFE3D9', 8),
      circle(134, 110, 9, citrus),
    ),
  ),
} as const satisfies Record<string, string>
