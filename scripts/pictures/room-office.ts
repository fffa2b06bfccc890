import { darker, lighter } from '#drawings/palette.ts'
import type { Setting } from './room-setting.ts'
import { blind, carton, crumbs, mug, plant, stains, sunOnFloor, windowOf } from './room-things.ts'
import { circle, ellipse, group, line, rect, shape } from '#drawings/shapes.ts'

export const officeWindow = { x: 110, y: 110, width: 330, height: 290, floor: 700 }

export function office(setting: Setting): string {
  const { clean } = setting
  return (
    windowOf(setting, officeWindow) +
    blind(setting, officeWindow) +
    sunOnFloor(setting, officeWindow) +
    shelf(setting) +
    cabinet(setting) +
    desk(setting) +
    screen(setting) +
    (clean
      ? clear(setting) + chair(setting)
      : cluttered(setting) + chair(setting) + scattered(setting))
  )
}

function shelf({ wood, main, accent, soft, clean, leaf }: Setting): string {
  const colours = [main, accent, soft, leaf]
  const binder = (x: number, index: number) =>
    rect(x, 130, 40, 116, colours[index % 4] ?? main, 4) + circle(x + 20, 222, 9, '#F7F3EA')
  const row = clean
    ? [0, 1, 2, 3, 4, 5, 6].map((index) => binder(620 + index * 46, index)).join('')
    : [0, 1, 4].map((index) => binder(620 + index * 46, index)).join('') +
      group('rotate(24 760 246)', binder(740, 2)) +
      group('rotate(-20 900 246)', binder(880, 3)) +
      rect(960, 222, 120, 24, '#CFC6B2', 2) +
      group('rotate(-5 1000 210)', rect(950, 200, 120, 22, '#DAD2C0', 2))
  return (
    row +
    (clean ? circle(1012, 214, 32, accent) + circle(1012, 214, 21, lighter(accent, 0.7)) : '') +
    rect(590, 246, 520, 20, wood, 4) +
    rect(640, 266, 16, 30, darker(wood, 0.2)) +
    rect(1040, 266, 16, 30, darker(wood, 0.2))
  )
}

function cabinet(setting: Setting): string {
  const { main, clean } = setting
  return (
    rect(150, 500, 210, 204, main, 8) +
    [0, 1, 2]
      .map(
        (row) =>
          rect(162, 512 + row * 64, 186, 54, lighter(main, 0.1), 5) +
          rect(228, 532 + row * 64, 54, 8, '#D8C08A', 4),
      )
      .join('') +
    (clean
      ? ''
      : shape('M156 576H354L372 604V640H138V604Z', lighter(main, 0.14)) +
        shape('M180 590L190 540H250L246 590ZM236 592L262 548L320 560L304 592Z', '#DAD2C0') +
        rect(226, 610, 60, 8, '#D8C08A', 4)) +
    plant(setting, 250, 500, 0.8)
  )
}

function desk({ wood, clean }: Setting): string {
  const leg = darker(wood, 0.22)
  return (
    rect(490, 524, 22, 236, leg) +
    rect(1098, 524, 22, 236, leg) +
    rect(920, 524, 190, 150, darker(wood, 0.1), 4) +
    [0, 1]
      .map(
        (row) =>
          rect(932, 534 + row * 68, 156, 60, lighter(wood, 0.1), 4) +
          rect(986, 558 + row * 68, 46, 8, leg, 4),
      )
      .join('') +
    rect(464, 500, 684, 28, wood, 6) +
    (clean
      ? rect(490, 503, 250, 6, '#FFFFFF', 3, 0.55)
      : stains(840, 512, 170) + stains(560, 512, 90))
  )
}

function screen({ steel, clean }: Setting): string {
  return (
    rect(768, 440, 30, 60, darker(steel, 0.3)) +
    rect(728, 488, 110, 14, darker(steel, 0.3), 5) +
    rect(650, 300, 266, 156, '#26332F', 12) +
    rect(662, 312, 242, 132, clean ? '#8FC3D6' : '#5D6763', 5) +
    (clean
      ? shape('M760 312H820L700 444H662V420Z', '#FFFFFF', 0.4)
      : stains(780, 380, 150, '#C7C1AE', 0.28) +
        rect(690, 290, 46, 46, '#D6C27A') +
        group('rotate(8 870 310)', rect(850, 288, 46, 46, '#C99C85')))
  )
}

function chair({ accent, clean }: Setting): string {
  return group(
    clean ? 'translate(0 0)' : 'translate(-70 24) rotate(-5 700 800)',
    rect(690, 690, 20, 90, '#3A4643') +
      line('M640 800L700 772L760 800', '#3A4643', 14) +
      circle(640, 808, 11, '#26332F') +
      circle(760, 808, 11, '#26332F'),
    rect(622, 540, 156, 130, accent, 36) + rect(608, 656, 184, 44, darker(accent, 0.18), 20),
    clean ? rect(644, 556, 60, 12, '#FFFFFF', 6, 0.4) : '',
  )
}

function clear(setting: Setting): string {
  const { soft, accent, wood, steel } = setting
  return (
    rect(676, 490, 150, 12, lighter(steel, 0.5), 4) +
    mug(setting, 570, 500) +
    rect(960, 482, 120, 18, soft, 3) +
    rect(968, 466, 104, 16, accent, 3) +
    line('M1090 500V400L1040 350', darker(wood, 0.3), 9) +
    shape('M1008 356L1056 320L1066 372L1030 388Z', accent) +
    rect(1010, 720, 80, 96, soft, 8) +
    rect(1004, 712, 92, 16, darker(soft, 0.15), 6)
  )
}

function cluttered(setting: Setting): string {
  const { tone } = setting
  const pile = (x: number, y: number, sheets: number) =>
    Array.from({ length: sheets }, (_, index) =>
      rect(
        x + ((index * 13) % 22) - 11,
        y - 12 - index * 12,
        118,
        11,
        index % 2 ? '#D9D1BE' : '#C4BAA3',
        1,
      ),
    ).join('')
  return (
    pile(490, 500, 8) +
    pile(950, 500, 11) +
    mug(setting, 640, 500) +
    mug(setting, 906, 500) +
    group('rotate(-14 1098 470)', rect(1076, 432, 46, 68, tone('#7E97A6'), 4)) +
    line('M720 500Q700 560 740 600T700 720Q760 760 860 730T1000 790', '#2F3432', 7) +
    rect(680, 492, 130, 9, '#8C8878', 4)
  )
}

function scattered(setting: Setting): string {
  const { soft } = setting
  const sheet = (x: number, y: number, turn: number) =>
    group(
      `translate(${x} ${y}) rotate(${turn})`,
      shape('M-52 -16L44 -22L56 16L-42 22Z', '#DDD5C3'),
      line('M-28 -6L32 -10M-24 4L36 0', '#A79E8A', 4),
    )
  return (
    rect(1010, 720, 80, 96, soft, 8) +
    [
      [1022, 714],
      [1052, 704],
      [1080, 716],
      [1044, 690],
      [1120, 812],
      [984, 822],
    ]
      .map(
        ([x = 0, y = 0]) =>
          circle(x, y, 22, '#D3CAB6') + line(`M${x - 9} ${y - 4}l10 8l8 -10`, '#A79E8A', 4),
      )
      .join('') +
    sheet(430, 800, -8) +
    sheet(540, 850, 12) +
    sheet(330, 860, 20) +
    sheet(850, 850, -14) +
    carton(140, 830, 0.9) +
    ellipse(760, 860, 60, 14, '#5B4A35', 0.35) +
    crumbs(420, 870, 300)
  )
}
