import { colours } from './palette.ts'
import { rect, shape, svg } from './shapes.ts'

const gleamOutline = 'M17.2 2H23a7 7 0 0 1 3.2.8L2.6 25.8A7 7 0 0 1 2 23v-5.8Z'
const cornersOutline =
  'M2 9a7 7 0 0 1 7-7h8.2L2 17.2ZM30 9v14a7 7 0 0 1-7 7H9a7 7 0 0 1-6.4-4.2L26.2 2.8A7 7 0 0 1 30 9Z'

/**
 * Lustra's mark, 32 × 32: a square window pane crossed by one diagonal gleam.
 * If both have the same colour (such as 'currentColor'), the gleam is transparent.
 */
export function mark(pane: string = colours.bottle, gleam: string = colours.citrus): string {
  if (pane === gleam) return svg(32, 32, shape(cornersOutline, pane))
  return svg(32, 32, rect(2, 2, 28, 28, pane, 7), shape(gleamOutline, gleam))
}
