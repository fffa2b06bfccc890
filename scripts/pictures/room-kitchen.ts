import { darker, lighter } from '#drawings/palette.ts'
import type { Setting } from './room-setting.ts'
import {
  blind,
  crumbs,
  dishes,
  mug,
  plant,
  rubbish,
  stains,
  sunOnFloor,
  windowOf,
} from './room-things.ts'
import { circle, ellipse, group, line, rect, shape } from '#drawings/shapes.ts'

export const kitchenWindow = { x: 150, y: 110, width: 350, height: 250, floor: 720 }

export function kitchen(setting: Setting): string {
  const { clean, main, white, wood, steel } = setting
  const counter = setting.variant % 2 ? wood : lighter(steel, 0.35)
  return (
    tiles(setting) +
    windowOf(setting, kitchenWindow) +
    blind(setting, kitchenWindow) +
    hood(setting) +
    upper(setting) +
    rect(70, 500, 1070, 220, main) +
    [70, 230, 390].map((x) => door(main, x, 528, 160, 182)).join('') +
    [790, 965].map((x) => drawers(main, x)).join('') +
    rect(70, 704, 1070, 16, darker(main, 0.35)) +
    oven(setting) +
    rect(50, 478, 1110, 28, counter, 5) +
    tap(setting) +
    (clean ? clear(setting) : cluttered(setting)) +
    sunOnFloor(setting, kitchenWindow) +
    (clean ? rect(800, 474, 320, 6, white, 3, 0.7) : '')
  )
}

function tiles({ wallLow, clean }: Setting): string {
  const grout = darker(wallLow, 0.1)
  return (
    rect(70, 380, 1070, 100, wallLow) +
    line(
      'M70 430H1140' +
        [140, 230, 320, 410, 500, 590, 680, 770, 860, 950, 1040]
          .map((x) => `M${x} 380v50M${x + 45} 430v50`)
          .join(''),
      grout,
      3,
    ) +
    (clean ? '' : stains(700, 440, 150) + stains(330, 452, 110) + stains(960, 420, 90))
  )
}

function upper({ main, clean }: Setting): string {
  const ajar = shape('M952 100L1000 124V348L952 330Z', lighter(main, 0.1))
  return (
    rect(800, 96, 340, 238, main) +
    door(main, 800, 96, 170, 238) +
    (clean
      ? door(main, 970, 96, 170, 238)
      : rect(978, 104, 154, 222, darker(main, 0.5)) +
        rect(978, 210, 154, 10, main) +
        [990, 1020, 1056]
          .map((x, index) =>
            rect(x, 170 - index * 14, 28, 40 + index * 14, index % 2 ? '#A39478' : '#8B6E55', 4),
          )
          .join('') +
        ajar) +
    rect(800, 330, 340, 10, darker(main, 0.3))
  )
}

function door(colour: string, x: number, y: number, width: number, height: number): string {
  return (
    rect(x + 8, y + 8, width - 16, height - 16, lighter(colour, 0.09), 5) +
    rect(x + width - 34, y + height / 2 - 24, 7, 48, '#D8C08A', 3)
  )
}

function drawers(colour: string, x: number): string {
  return [0, 1, 2]
    .map(
      (row) =>
        rect(x + 8, 528 + row * 60, 159, 50, lighter(colour, 0.09), 5) +
        rect(x + 64, 538 + row * 60, 48, 7, '#D8C08A', 3),
    )
    .join('')
}

function hood({ steel, clean }: Setting): string {
  return (
    rect(636, 60, 68, 190, darker(steel, 0.1)) +
    shape('M560 320L620 240H720L780 320V342H560Z', steel) +
    (clean
      ? shape('M596 320L646 250H676L640 320Z', '#FFFFFF', 0.5)
      : line('M590 342v22M640 342v34M716 342v18M752 342v28', '#6B5432', 8, 0.75) +
        stains(670, 300, 130, '#6B5432', 0.4))
  )
}

function oven({ steel, clean, accent }: Setting): string {
  return (
    rect(560, 500, 220, 214, steel, 4) +
    [590, 630, 710, 750].map((x) => circle(x, 528, 11, darker(steel, 0.5))).join('') +
    rect(584, 574, 172, 112, darker(steel, 0.65), 8) +
    rect(580, 552, 180, 10, darker(steel, 0.35), 5) +
    (clean
      ? shape('M612 574H654L604 660V588Z', '#FFFFFF', 0.35) +
        rect(700, 548, 46, 82, accent, 4) +
        rect(700, 612, 46, 8, '#FFFFFF', 0, 0.6)
      : line('M600 500v40M664 500v66M730 500v30', '#6B4A26', 9, 0.8) +
        stains(670, 640, 110, '#8C6A3A', 0.5))
  )
}

function tap({ steel }: Setting): string {
  return (
    line('M330 478V420q0 -30 30 -30q26 0 26 26', darker(steel, 0.25), 13) +
    rect(250, 478, 190, 12, darker(steel, 0.4), 3)
  )
}

function clear(setting: Setting): string {
  const { accent, leaf, wood, steel } = setting
  return (
    plant(setting, 120, 478, 0.62) +
    rect(596, 462, 148, 12, darker(steel, 0.6), 4) +
    shape('M616 462C612 420 640 404 664 404S716 420 712 462Z', accent) +
    line('M636 408q28 -40 56 0', darker(accent, 0.3), 8) +
    shape('M850 434H1000Q990 478 925 478T850 434Z', lighter(wood, 0.3)) +
    circle(890, 418, 26, '#F2BF2B') +
    circle(936, 408, 28, '#D9764F') +
    circle(972, 424, 22, leaf) +
    rect(1056, 384, 60, 94, setting.soft, 10) +
    rect(1052, 378, 68, 18, wood, 6)
  )
}

function cluttered(setting: Setting): string {
  const { tone, steel } = setting
  return (
    plant(setting, 120, 478, 0.62) +
    dishes(setting, 300, 478) +
    group('translate(404 34)', dishes(setting, 30, 444)) +
    rect(588, 414, 116, 60, darker(steel, 0.4), 8) +
    line('M704 436h64', darker(steel, 0.5), 13) +
    stains(646, 446, 80, '#7A4A20', 0.6) +
    line('M608 414q-6 26 4 44M672 414q8 20 0 38', '#8A5A2A', 9) +
    group(
      'translate(826 478)',
      rect(0, -24, 170, 24, '#B08D5F', 3),
      group('rotate(-5)', rect(-10, -48, 170, 24, '#C39F70', 3)),
    ) +
    group('rotate(80 1040 462)', rect(1024, 400, 34, 92, tone('#3E8E78'), 8)) +
    mug(setting, 1110, 478) +
    crumbs(820, 486, 300) +
    ellipse(520, 800, 170, 34, '#6F7566', 0.5) +
    ellipse(560, 794, 70, 12, '#AEB2A4', 0.5) +
    rubbish(920, 800) +
    rubbish(1060, 820, 0.8) +
    crumbs(180, 820, 330) +
    crumbs(690, 850, 200)
  )
}
