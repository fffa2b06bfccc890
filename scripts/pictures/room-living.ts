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

export const livingWindow = { x: 130, y: 110, width: 300, height: 330, floor: 680 }

export function living(setting: Setting): string {
  const { clean } = setting
  return (
    windowOf(setting, livingWindow) +
    curtains(setting) +
    picture(setting, 640, 120, 240, 170) +
    lamp(setting, 1100, 690, 400) +
    plant(setting, 90, 730, 1.15) +
    rug(setting) +
    sunOnFloor(setting, livingWindow) +
    sofa(setting) +
    (clean ? cushions(setting) : heap(setting)) +
    table(setting) +
    (clean ? clear(setting) : cluttered(setting))
  )
}

function curtains({ soft, clean, wood }: Setting): string {
  const fold = darker(soft, 0.14)
  const left =
    shape('M84 74H150Q160 300 128 560H74Q90 300 84 74Z', soft) +
    line('M112 80Q120 300 102 552', fold, 6)
  const right = clean
    ? shape('M414 74H480Q474 300 490 560H436Q404 300 414 74Z', soft) +
      line('M448 80Q444 300 464 552', fold, 6)
    : shape('M290 74H480Q474 300 500 530Q430 560 372 520Q300 300 290 74Z', soft) +
      line('M350 80Q380 300 420 530M420 80Q430 300 462 530', fold, 6)
  return left + right + rect(56, 62, 450, 13, wood, 6)
}

export function rug({ accent, clean }: Setting): string {
  return (
    ellipse(690, 790, 430, 84, accent) +
    ellipse(690, 790, 392, 68, lighter(accent, 0.42)) +
    (clean ? '' : stains(500, 800, 190) + stains(880, 780, 130))
  )
}

export function sofa({ main, wood, clean, dirt }: Setting): string {
  const seat = lighter(main, 0.12)
  return (
    rect(480, 700, 20, 44, wood) +
    rect(970, 700, 20, 44, wood) +
    rect(460, 410, 550, 260, main, 44) +
    rect(424, 500, 96, 212, darker(main, 0.1), 40) +
    rect(950, 500, 96, 212, darker(main, 0.1), 40) +
    rect(508, 560, 228, 120, seat, 24) +
    rect(734, 560, 228, 120, seat, 24) +
    rect(506, 660, 458, 52, darker(main, 0.16), 12) +
    (clean ? '' : stains(620, 580, 130, dirt, 0.4) + stains(880, 470, 110, dirt, 0.3))
  )
}

export function cushions({ accent, soft, white }: Setting): string {
  return (
    group(
      'rotate(-5 580 510)',
      rect(520, 460, 110, 104, accent, 20),
      line('M532 538L604 466', lighter(accent, 0.5), 8),
    ) +
    group('rotate(6 890 510)', rect(840, 458, 112, 106, soft, 20)) +
    shape('M440 498Q478 486 512 498V640H440Z', soft) +
    line('M442 622H510M442 606H510', white, 6)
  )
}

function heap(setting: Setting): string {
  return (
    group('rotate(28 560 540)', rect(512, 480, 110, 104, setting.accent, 20)) +
    laundry(setting, 800, 570, 1.05) +
    group('rotate(-24 1000 760)', rect(960, 720, 112, 100, setting.soft, 20))
  )
}

function table({ wood, clean }: Setting): string {
  return (
    rect(520, 800, 16, 70, darker(wood, 0.25)) +
    rect(830, 800, 16, 70, darker(wood, 0.25)) +
    rect(490, 780, 386, 26, wood, 10) +
    (clean ? rect(510, 782, 190, 6, '#FFFFFF', 3, 0.6) : stains(760, 790, 120))
  )
}

function clear(setting: Setting): string {
  const { soft, white, accent } = setting
  return (
    rect(560, 762, 120, 18, soft, 4) +
    rect(570, 746, 104, 16, accent, 4) +
    shape('M760 780C742 752 752 726 764 716H796C808 726 818 752 800 780Z', white) +
    line('M780 716V660M780 700Q760 672 748 664M780 694Q802 664 812 658', setting.leaf, 6) +
    ellipse(748, 660, 13, 9, setting.leaf) +
    ellipse(814, 654, 13, 9, setting.leaf) +
    ellipse(780, 652, 10, 14, setting.leaf)
  )
}

function cluttered(setting: Setting): string {
  const { tone } = setting
  return (
    mug(setting, 560, 780) +
    mug(setting, 640, 780) +
    group(
      'translate(706 780)',
      rect(0, -22, 130, 22, '#B08D5F', 3),
      group('rotate(-6)', rect(-6, -46, 130, 22, '#C39F70', 3)),
    ) +
    carton(270, 800, 0.95) +
    group('rotate(-6 260 690)', rect(214, 660, 96, 50, tone('#6F87A0'), 6)) +
    laundry(setting, 400, 870, 0.8) +
    crumbs(540, 850, 420) +
    crumbs(880, 800, 160) +
    shape('M1040 860L1130 836L1144 872L1054 890Z', tone('#EDE6D8')) +
    shape('M1090 840L1170 856L1160 886L1080 872Z', tone('#D8CDB6'))
  )
}
