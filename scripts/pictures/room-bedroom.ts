import { darker, lighter } from '#drawings/palette.ts'
import type { Setting } from './room-setting.ts'
import {
  carton,
  crumbs,
  lamp,
  laundry,
  mug,
  picture,
  plant,
  stains,
  sunOnFloor,
  windowOf,
} from './room-things.ts'
import { ellipse, group, line, rect, shape } from '#drawings/shapes.ts'

export const bedroomWindow = { x: 110, y: 120, width: 280, height: 300, floor: 690 }

export function bedroom(setting: Setting): string {
  const { clean } = setting
  return (
    windowOf(setting, bedroomWindow) +
    curtain(setting) +
    picture(setting, 690, 100, 210, 160) +
    rug(setting) +
    sunOnFloor(setting, bedroomWindow) +
    nightstand(setting) +
    headboard(setting) +
    (clean ? madeBed(setting) : unmadeBed(setting)) +
    (clean ? plant(setting, 180, 740, 1.05) : plant(setting, 180, 740, 1.05) + scattered(setting))
  )
}

function curtain({ soft, clean, wood }: Setting): string {
  const left = shape('M70 80H126Q136 320 108 590H58Q74 320 70 80Z', soft)
  const right = clean
    ? shape('M374 80H432Q426 320 446 590H394Q366 320 374 80Z', soft)
    : shape('M250 80H432Q424 300 452 560Q390 590 330 550Q262 320 250 80Z', soft) +
      line('M310 90Q330 320 374 560', darker(soft, 0.16), 6)
  return left + right + rect(44, 68, 412, 13, wood, 6)
}

function rug({ accent, clean }: Setting): string {
  return (
    ellipse(640, 812, 470, 62, lighter(accent, 0.25)) +
    ellipse(640, 812, 430, 48, lighter(accent, 0.45)) +
    (clean ? '' : stains(420, 824, 170))
  )
}

function nightstand(setting: Setting): string {
  const { wood, clean } = setting
  return (
    rect(1042, 560, 130, 170, wood, 6) +
    rect(1054, 574, 106, 60, lighter(wood, 0.12), 4) +
    rect(1054, 646, 106, 66, lighter(wood, 0.12), 4) +
    rect(1088, 600, 38, 8, darker(wood, 0.3), 4) +
    rect(1088, 676, 38, 8, darker(wood, 0.3), 4) +
    lamp(setting, 1122, 560, 150) +
    (clean
      ? rect(1050, 544, 50, 16, setting.accent, 3)
      : mug(setting, 1062, 560) + stains(1110, 566, 70))
  )
}

function headboard({ main, wood, variant }: Setting): string {
  const board = variant % 2 ? main : wood
  return (
    rect(500, 330, 520, 330, board, 34) +
    (variant % 2
      ? [630, 760, 890].map((x) => line(`M${x} 350V520`, darker(board, 0.14), 6)).join('')
      : rect(524, 354, 472, 200, lighter(board, 0.1), 22)) +
    rect(510, 740, 22, 60, darker(wood, 0.2)) +
    rect(988, 740, 22, 60, darker(wood, 0.2))
  )
}

function pillow(x: number, y: number, colour: string): string {
  return (
    rect(x, y, 190, 104, colour, 40) +
    line(`M${x + 26} ${y + 84}Q${x + 95} ${y + 98} ${x + 164} ${y + 84}`, darker(colour, 0.1), 5)
  )
}

function madeBed({ white, soft, accent }: Setting): string {
  return (
    rect(488, 560, 544, 200, white, 24) +
    pillow(552, 476, white) +
    pillow(778, 476, white) +
    group('rotate(-4 760 530)', rect(700, 500, 120, 84, accent, 22)) +
    shape('M480 620Q760 596 1040 620V770Q1040 782 1028 782H492Q480 782 480 770Z', soft) +
    shape('M480 620Q760 596 1040 620V652Q760 628 480 652Z', lighter(soft, 0.55)) +
    shape('M480 712H1040V760H480Z', accent) +
    line('M500 728H1020', lighter(accent, 0.4), 5)
  )
}

function unmadeBed({ white, soft, accent, dirt }: Setting): string {
  return (
    rect(488, 560, 544, 200, white, 24) +
    group('rotate(-22 620 520)', pillow(530, 470, white)) +
    group('rotate(14 900 560)', pillow(800, 500, darker(white, 0.08))) +
    stains(640, 620, 140, dirt, 0.3) +
    shape(
      'M480 690C560 600 640 700 700 640C760 560 860 600 900 580C980 560 1060 620 1050 700C1070 780 1040 850 960 838C900 830 880 780 800 790C700 806 620 770 540 790C490 800 476 740 480 690Z',
      soft,
    ) +
    line(
      'M560 700Q640 740 700 690M720 760Q820 700 880 640M900 780Q960 740 980 660',
      darker(soft, 0.2),
      8,
    ) +
    shape(
      'M700 640C760 560 860 600 900 580C930 574 960 576 984 590C920 610 860 640 800 640C760 640 730 650 700 640Z',
      accent,
    )
  )
}

function scattered(setting: Setting): string {
  return (
    laundry(setting, 380, 840, 1.1) +
    laundry(setting, 900, 872, 0.85) +
    carton(300, 740, 0.7) +
    group('rotate(-16 640 850)', rect(600, 838, 70, 30, setting.tone('#7A4B2B'), 14)) +
    rect(700, 852, 70, 28, setting.tone('#7A4B2B'), 14) +
    crumbs(480, 840, 260) +
    mug(setting, 1120, 800)
  )
}
