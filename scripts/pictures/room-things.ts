import { colours, darker, lighter, mix } from '#drawings/palette.ts'
import type { Setting } from './room-setting.ts'
import { circle, ellipse, group, line, rect, shape } from '#drawings/shapes.ts'

/** A window of a room, and the height of the floor below it. */
export type Window = { x: number; y: number; width: number; height: number; floor: number }

/**
 * A window of two by two panes: clear with a view, one gleam and a shaft of sun on the wall, or grey, smeared and half
 * covered.
 */
export function windowOf(setting: Setting, { x, y, width, height, floor }: Window): string {
  const { clean, frame, sky } = setting
  const reach = (floor - y - height) * 0.9
  const sunshine = `M${x} ${y}h${width}L${x + width + reach} ${floor}H${x + reach}Z`
  const hill = shape(
    `M${x} ${y + height * 0.72}Q${x + width * 0.3} ${y + height * 0.5} ${x + width * 0.6} ${y + height * 0.7}T${x + width} ${y + height * 0.62}V${y + height}H${x}Z`,
    clean ? '#9CCBB0' : '#858C7F',
  )
  const glass = clean
    ? shape(
        `M${x + width * 0.5} ${y}h${width * 0.24}L${x} ${y + height * 0.86}v${-height * 0.3}Z`,
        colours.white,
        0.5,
      )
    : ellipse(x + width * 0.3, y + height * 0.62, width * 0.2, height * 0.12, '#6F6A5C', 0.3) +
      ellipse(x + width * 0.74, y + height * 0.74, width * 0.16, height * 0.14, '#6F6A5C', 0.3) +
      line(
        `M${x + width * 0.62} ${y + height * 0.5}q20 26 8 60M${x + width * 0.18} ${y + height * 0.46}q-10 30 6 50`,
        '#6F6A5C',
        7,
        0.3,
      )
  return (
    (clean ? shape(sunshine, '#FFFBEA', 0.55) : '') +
    rect(x - 16, y - 16, width + 32, height + 32, frame, 6) +
    rect(x, y, width, height, sky) +
    hill +
    glass +
    rect(x + width / 2 - 6, y, 12, height, frame) +
    rect(x, y + height * 0.46 - 6, width, 12, frame) +
    rect(x - 30, y + height + 12, width + 60, 18, darker(frame, 0.1), 4)
  )
}

/** A blind over a window: rolled up in a clean room, crooked in the other. */
export function blind(setting: Setting, { x, y, width }: Window): string {
  if (setting.clean) return rect(x - 10, y - 14, width + 20, 30, setting.soft, 8)
  return (
    shape(`M${x - 10} ${y - 14}h${width + 20}l4 150l${-width - 26} -34Z`, setting.soft) +
    line(
      `M${x - 6} ${y + 26}l${width + 14} 8M${x - 6} ${y + 62}l${width + 16} 20`,
      darker(setting.soft, 0.2),
      5,
    )
  )
}

/** Where the sun through a clean window reaches the floor: one patch for each column of panes. */
export function sunOnFloor({ clean }: Setting, { x, y, width, height, floor }: Window): string {
  if (!clean) return ''
  const reach = (floor - y - height) * 0.9
  const pane = width / 2 - 6
  const patch = (from: number) => `M${from + reach} ${floor}h${pane}l150 200h${-pane}Z`
  return shape(patch(x) + patch(x + pane + 12), '#FFF3C4', 0.62)
}

export function plant(setting: Setting, x: number, y: number, size = 1): string {
  const { clean, pot } = setting
  const leaf = clean ? setting.leaf : '#857A4C'
  const leaves = clean
    ? 'M0 -60C-60 -80 -70 -140 -52 -170C-10 -150 4 -110 0 -60ZM0 -60C60 -90 84 -130 66 -168C24 -150 -4 -110 0 -60ZM0 -60C-30 -120 -16 -190 6 -214C34 -180 30 -110 0 -60ZM0 -56C-50 -60 -86 -84 -96 -112C-50 -120 -10 -96 0 -56ZM0 -56C50 -56 90 -76 102 -104C56 -116 12 -96 0 -56Z'
    : 'M0 -60C-30 -90 -80 -80 -92 -40C-60 -46 -20 -40 0 -60ZM0 -60C30 -96 84 -86 94 -36C60 -46 20 -40 0 -60ZM0 -60C-26 -100 -20 -140 -8 -150C16 -130 20 -100 0 -60Z'
  return group(
    `translate(${x} ${y}) scale(${size})`,
    shape(leaves, leaf),
    shape('M-44 -64H44L34 0H-34Z', pot),
    rect(-50, -74, 100, 20, darker(pot, 0.1), 5),
  )
}

/** A picture on the wall; in a room that is not yet cleaned it hangs crooked. */
export function picture(
  setting: Setting,
  x: number,
  y: number,
  width: number,
  height: number,
): string {
  const art =
    setting.variant % 2
      ? circle(width * 0.62, height * 0.38, height * 0.17, setting.accent) +
        shape(
          `M12 ${height - 12}V${height * 0.66}Q${width * 0.35} ${height * 0.4} ${width * 0.6} ${height * 0.68}T${width - 12} ${height * 0.6}V${height - 12}Z`,
          setting.soft,
        )
      : shape(`M12 ${height - 12}L${width - 12} 12V${height - 12}Z`, setting.soft) +
        circle(width * 0.34, height * 0.36, height * 0.15, setting.accent)
  return group(
    `translate(${x} ${y})${setting.clean ? '' : ` rotate(-7 ${width / 2} 0)`}`,
    rect(0, 0, width, height, setting.wood, 4),
    rect(12, 12, width - 24, height - 24, setting.white),
    art,
  )
}

/** Dirt on a surface: soft blots around a point. */
export function stains(
  x: number,
  y: number,
  width: number,
  colour = '#5B4A35',
  strength = 0.26,
): string {
  return (
    ellipse(x, y, width * 0.3, width * 0.12, colour, strength) +
    ellipse(x + width * 0.38, y + width * 0.05, width * 0.14, width * 0.07, colour, strength) +
    ellipse(x - width * 0.36, y + width * 0.07, width * 0.1, width * 0.05, colour, strength)
  )
}

export function crumbs(x: number, y: number, width: number): string {
  const spots = [0.02, 0.13, 0.2, 0.34, 0.41, 0.55, 0.63, 0.78, 0.86, 0.97]
  return spots
    .map((at, index) =>
      circle(
        x + at * width,
        y + ((index * 37) % 46) - 23,
        4 + (index % 3) * 2,
        index % 2 ? '#6B5334' : '#8B7148',
      ),
    )
    .join('')
}

/** A knotted rubbish bag with its base at `y`. */
export function rubbish(x: number, y: number, size = 1): string {
  return group(
    `translate(${x} ${y}) scale(${size})`,
    shape('M-84 0C-112 -60 -70 -130 -20 -140L-34 -172H34L20 -140C72 -128 112 -58 84 0Z', '#2F3432'),
    line('M-40 -96Q-58 -60 -52 -22M30 -104Q52 -66 50 -30', '#4A514E', 7),
  )
}

/** Clothes dropped on the floor or a seat, with their base at `y`. */
export function laundry(setting: Setting, x: number, y: number, size = 1): string {
  const { tone } = setting
  return group(
    `translate(${x} ${y}) scale(${size})`,
    shape(
      'M-130 0C-150 -40 -100 -70 -60 -56C-40 -100 30 -98 44 -58C90 -74 140 -40 128 0Z',
      tone('#6F87A0'),
    ),
    shape('M-60 -56C-30 -30 10 -34 44 -58C30 -98 -40 -100 -60 -56Z', tone('#D59A83')),
    shape('M-20 0C-10 -38 50 -50 80 -26C100 -20 104 -8 100 0Z', tone('#E6DAC2')),
    line('M-104 -12Q-84 -40 -58 -34M40 -8Q56 -26 76 -18', darker(tone('#6F87A0'), 0.3), 5),
  )
}

/** An open cardboard box with its base at `y`. */
export function carton(x: number, y: number, size = 1): string {
  return group(
    `translate(${x} ${y}) scale(${size})`,
    shape('M-90 -110H90V0H-90Z', '#A07B4F'),
    shape('M-90 -110L-128 -146H-30L0 -110ZM90 -110L126 -140H34L0 -110Z', '#B58F61'),
    rect(-14, -110, 28, 110, '#8C6A42'),
  )
}

/** A tower of used plates and a cup, with its base at `y`. */
export function dishes(setting: Setting, x: number, y: number): string {
  const plate = setting.white
  const tower = [0, 1, 2, 3, 4]
    .map((row) =>
      rect(
        x - 58 + (row % 2) * 9 - row,
        y - 16 - row * 17,
        112,
        13,
        row % 2 ? setting.soft : lighter(plate, 0.5),
        7,
      ),
    )
    .join('')
  return tower + mug(setting, x - 6, y - 84) + stains(x, y - 50, 60)
}

export function mug(setting: Setting, x: number, y: number): string {
  return (
    line(`M${x + 22} ${y - 36}h10q10 12 -10 22`, darker(setting.accent, 0.1), 7) +
    rect(x - 24, y - 46, 48, 46, setting.accent, 6)
  )
}

export function lamp(setting: Setting, x: number, y: number, height: number): string {
  const shade = setting.clean ? mix(setting.soft, '#FFF3C4', 0.5) : setting.soft
  return (
    rect(x - 5, y - height, 10, height, setting.wood) +
    rect(x - 42, y - 12, 84, 12, setting.wood, 6) +
    group(
      `translate(${x} ${y - height + 20})${setting.clean ? '' : ' rotate(9)'}`,
      shape('M-40 -92H40L66 0H-66Z', shade),
      setting.clean ? shape('M-40 -92H-10L-26 0H-66Z', lighter(shade, 0.4)) : '',
    )
  )
}
