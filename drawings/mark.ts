import { colours } from './palette.ts'
import { shape, svg } from './shapes.ts'

/**
 * Lustra's mark, 32 × 32: a square window pane crossed by one diagonal gleam.
 * Give one colour (such as 'currentColor') for both and the gleam is left open instead.
 */
export function mark(pane: string = colours.bottle, gleam: string = colours.citrus): string {
  const halves = [
    'M2 9a7 7 0 0 1 7-7h8.2L2 17.2Z',
    'M30 7.6V23a7 7 0 0 1-7 7H9a7 7 0 0 1-6.4-4.2L26.2 2.8A7 7 0 0 1 30 7.6Z',
  ]
  const light = 'M17.2 2H23a7 7 0 0 1 3.2.8L2.6 25.8A7 7 0 0 1 2 23v-5.8Z'
  return svg(32, 32, ...halves.map((half) => shape(half, pane)), gleam === pane ? '' : shape(light, gleam))
}
