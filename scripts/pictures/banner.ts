import { chance } from '../../server/demo/chance.ts'
import { colours, darker, lighter } from '#drawings/palette.ts'
import { cushions, rug, sofa } from './room-living.ts'
import { furnish } from './room-setting.ts'
import type { Setting } from './room-setting.ts'
import { lamp, picture, plant } from './room-things.ts'
import { circle, ellipse, group, line, rect, shape, svg } from '#drawings/shapes.ts'

const setting: Setting = {
  ...furnish(chance(1), 'after'),
  main: colours.bottle,
  soft: '#E8B9A0',
  accent: colours.citrus,
  wood: colours.wood,
  pot: colours.clay,
  leaf: colours.leaf,
  variant: 1,
}

/** The home page's room, 1600 × 900: light falls through one square pane, crossed by one gleam. */
export function banner(): string {
  const floor = 690
  return svg(
    1600,
    900,
    ground(1600, 900, floor),
    shape('M170 90H610L990 690H550Z', '#FFFDF0', 0.7),
    pane(170, 90, 440),
    picture(setting, 1060, 120, 250, 180),
    picture({ ...setting, variant: 2 }, 900, 160, 120, 140),
    lamp(setting, 1500, 700, 420),
    group('translate(400 10)', rug(setting)),
    shape(sunPatch(170, 440, floor, 330, 210), '#FFF6D6', 0.72),
    group('translate(400 10)', sofa(setting), cushions(setting)),
    group('translate(718 800)', sideTable()),
    cat(470, 530),
    plant(setting, 150, 790, 1.3),
    bucket(350, 830),
    spray(484, 836),
  )
}

/** The home page's room for a phone, 900 × 1100. */
export function bannerTall(): string {
  const floor = 830
  return svg(
    900,
    1100,
    ground(900, 1100, floor),
    shape('M120 100H590L890 830H420Z', '#FFFDF0', 0.7),
    pane(120, 100, 470),
    cat(236, 570),
    lamp(setting, 800, 850, 430),
    group('translate(-150 160)', rug(setting)),
    shape(sunPatch(120, 470, floor, 300, 270), '#FFF6D6', 0.72),
    group('translate(-150 160)', sofa(setting), cushions(setting)),
    plant(setting, 140, 920, 1.2),
    bucket(270, 1056),
    spray(404, 1066),
  )
}

function ground(width: number, height: number, floor: number): string {
  const wood = '#E3C79C'
  const boards = [-0.3, -0.1, 0.1, 0.3, 0.5, 0.7, 0.9, 1.1, 1.3]
    .map((at) => `M${width * (0.5 + (at - 0.5) * 0.72)} ${floor}L${width * at} ${height}`)
    .join('')
  return (
    rect(0, 0, width, floor, '#DDEEE6') +
    rect(0, floor, width, height - floor, wood) +
    line(boards, darker(wood, 0.09), 4) +
    rect(0, floor - 28, width, 28, colours.paper)
  )
}

function pane(x: number, y: number, size: number): string {
  const at = (across: number, down: number) => `${x + size * across} ${y + size * down}`
  return (
    rect(x - 34, y - 34, size + 68, size + 68, colours.paper, 10) +
    rect(x, y, size, size, '#BFE2F0') +
    circle(x + size * 0.76, y + size * 0.26, size * 0.1, '#FFF3C4') +
    shape(
      `M${at(0, 0.72)}Q${at(0.25, 0.52)} ${at(0.55, 0.7)}T${at(1, 0.6)}V${y + size}H${x}Z`,
      '#A6D3BC',
    ) +
    shape(`M${at(0, 0.86)}Q${at(0.4, 0.7)} ${at(1, 0.84)}V${y + size}H${x}Z`, '#7DB89E') +
    shape(
      `M${at(0.46, 0)}H${x + size * 0.72}L${at(0, 0.72)}V${y + size * 0.46}Z`,
      colours.white,
      0.72,
    ) +
    rect(x - 60, y + size + 24, size + 120, 30, colours.white, 6) +
    rect(x - 44, y + size + 54, size + 88, 10, '#C4DACF')
  )
}

function sunPatch(x: number, size: number, floor: number, reach: number, depth: number): string {
  return `M${x + reach + 60} ${floor}h${size}l${depth * 0.76} ${depth}h${-size}Z`
}

/** A cat asleep on the sill. `x` and `y` are the centre of its base. */
function cat(x: number, y: number): string {
  const fur = '#4A423C'
  return group(
    `translate(${x} ${y + 24})`,
    shape('M-96 0C-104 -56 -50 -84 10 -80C70 -76 96 -40 92 0Z', fur),
    shape(
      'M-112 -18C-118 -44 -108 -60 -104 -76L-84 -62H-62L-44 -78C-38 -58 -36 -38 -42 -22C-52 0 -100 2 -112 -18Z',
      darker(fur, 0.25),
    ),
    line('M-98 -34q8 7 16 0M-68 -34q8 7 16 0', '#D9C9B2', 4),
    line('M88 -8C116 4 130 26 116 58', fur, 16),
  )
}

function bucket(x: number, y: number): string {
  return group(
    `translate(${x} ${y})`,
    ellipse(0, 0, 84, 12, '#B79A6E', 0.6),
    line('M-70 -104C-70 -190 70 -190 70 -104', '#8FA3A0', 7),
    shape('M-78 -108H78L60 0H-60Z', '#4E93AE'),
    shape('M-78 -108H-30L-26 0H-60Z', lighter('#4E93AE', 0.25)),
    rect(-84, -120, 168, 20, darker('#4E93AE', 0.16), 10),
    shape(
      'M-20 -120C10 -136 60 -130 64 -112C74 -80 66 -62 58 -36C40 -30 26 -40 14 -34C6 -60 0 -90 -20 -120Z',
      colours.citrus,
    ),
    line('M30 -112Q36 -80 32 -48', darker(colours.citrus, 0.14), 5),
  )
}

function spray(x: number, y: number): string {
  return group(
    `translate(${x} ${y})`,
    ellipse(0, 0, 46, 8, '#B79A6E', 0.6),
    shape('M-36 0V-84C-36 -108 -14 -112 -14 -132H14C14 -112 36 -108 36 -84V0Z', '#EAF4F0'),
    rect(-36, -74, 72, 48, colours.leaf),
    line('M-14 -38L14 -62', colours.citrus, 9),
    shape('M-18 -132H18V-150L40 -154V-172H-46V-154L-18 -150Z', colours.bottle),
    line('M-26 -150Q-34 -136 -28 -124', colours.bottle, 7),
  )
}

function sideTable(): string {
  return (
    rect(-7, -150, 14, 150, colours.woodDeep) +
    rect(-46, -8, 92, 12, colours.woodDeep, 6) +
    rect(-76, -162, 152, 18, colours.wood, 9) +
    shape('M-26 -162C-46 -190 -36 -222 -18 -230H18C36 -222 46 -190 26 -162Z', colours.white) +
    line('M0 -230V-300M0 -248Q-24 -276 -40 -286M0 -242Q26 -274 44 -280', colours.leaf, 6) +
    circle(0, -306, 17, colours.citrus) +
    circle(-44, -292, 14, '#E79B80') +
    circle(48, -286, 14, '#E79B80')
  )
}
