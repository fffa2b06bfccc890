import { darker, lighter, mix } from '#drawings/palette.ts'
import type { Setting } from './room-setting.ts'
import { crumbs, laundry, plant, stains, sunOnFloor, windowOf } from './room-things.ts'
import { circle, ellipse, group, line, rect, shape } from '#drawings/shapes.ts'

export const bathWindow = { x: 150, y: 90, width: 270, height: 240, floor: 720 }

export function bath(setting: Setting): string {
  const { clean } = setting
  return (
    tiles(setting) +
    windowOf(setting, bathWindow) +
    tub(setting) +
    curtain(setting) +
    mirror(setting) +
    basin(setting) +
    toilet(setting) +
    (clean ? sunOnFloor(setting, bathWindow) + clear(setting) : cluttered(setting))
  )
}

function tiles({ wall, wallLow, clean }: Setting): string {
  const glaze = mix(wallLow, wall, 0.45)
  const columns = [100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100]
    .map((x) => `M${x} 400V720`)
    .join('')
  return (
    rect(0, 400, 1200, 320, darker(glaze, 0.05)) +
    line(
      `M0 480H1200M0 560H1200M0 640H1200${columns}`,
      clean ? wallLow : darker(wallLow, 0.24),
      clean ? 3 : 5,
    ) +
    rect(0, 388, 1200, 16, darker(wallLow, 0.12)) +
    (clean
      ? ''
      : stains(480, 440, 150, '#48503A', 0.34) +
        stains(120, 470, 170, '#48503A', 0.34) +
        stains(690, 660, 120, '#48503A', 0.3))
  )
}

function tub({ white, steel, clean, accent }: Setting): string {
  return (
    line('M560 520V440q0 -26 -26 -26h-20', darker(steel, 0.2), 14) +
    shape('M70 530H610L586 680Q580 710 550 710H130Q100 710 94 680Z', white) +
    shape('M490 530H610L586 680Q580 710 550 710H500Q520 640 490 530Z', darker(white, 0.08)) +
    rect(52, 514, 576, 26, lighter(white, 0.5), 13) +
    rect(130, 706, 40, 20, steel, 6) +
    rect(510, 706, 40, 20, steel, 6) +
    (clean
      ? shape('M160 556H220L170 690H130Q118 690 116 676Z', '#FFFFFF', 0.8) +
        shape('M250 514h130v92q-65 18 -130 0Z', accent) +
        line('M250 590q65 18 130 0', '#FFFFFF', 7, 0.7)
      : line('M92 566Q330 590 596 560', '#6E5A36', 14, 0.45) +
        line('M150 540v60M300 540v90M430 540v50', '#6E5A36', 9, 0.35) +
        stains(330, 670, 220))
  )
}

function curtain({ soft, clean, steel }: Setting): string {
  const rail = rect(40, 60, 640, 10, darker(steel, 0.2), 5)
  const folds = (x: number, width: number, end: number) =>
    shape(
      `M${x} 64H${x + width}L${x + width + 18} ${end}Q${x + width * 0.75} ${end + 16} ${x + width / 2} ${end}T${x - 14} ${end}Z`,
      soft,
    ) +
    line(
      `M${x + width * 0.3} 80L${x + width * 0.22} ${end - 8}M${x + width * 0.65} 80L${x + width * 0.72} ${end - 4}`,
      darker(soft, 0.16),
      6,
    )
  if (clean) return rail + folds(560, 84, 690)
  return (
    rail +
    shape(
      'M486 70L520 66L560 120L600 66H652L676 660Q620 690 580 664T470 690C490 560 530 420 486 70Z',
      soft,
    ) +
    line('M560 120Q540 400 520 668M612 90Q620 400 606 668', darker(soft, 0.22), 7) +
    stains(570, 620, 150, '#48503A', 0.5)
  )
}

function mirror({ wood, clean, variant, steel }: Setting): string {
  const glass = clean ? '#D4EAF2' : '#9EA39C'
  const edges =
    variant % 2
      ? [circle(810, 262, 122, wood), circle(810, 262, 108, glass)]
      : [rect(700, 140, 220, 240, wood, 16), rect(713, 153, 194, 214, glass, 8)]
  return (
    edges.join('') +
    (clean
      ? shape('M806 170H850L752 330L740 282Z', '#FFFFFF', 0.75)
      : [
          [770, 220],
          [850, 250],
          [800, 310],
          [840, 320],
          [776, 286],
          [820, 200],
        ]
          .map(([x = 0, y = 0], index) => circle(x, y, 6 + (index % 3) * 4, '#7C7F74', 0.6))
          .join('') + line('M768 240v40M846 264v50', '#7C7F74', 5, 0.6)) +
    rect(948, 200, 20, 60, steel, 8) +
    circle(958, 190, 22, clean ? '#FFF3C4' : '#A39C86')
  )
}

function basin({ main, white, steel, clean }: Setting): string {
  return (
    rect(700, 520, 220, 200, main, 6) +
    rect(710, 532, 96, 176, lighter(main, 0.1), 5) +
    rect(814, 532, 96, 176, lighter(main, 0.1), 5) +
    circle(794, 600, 7, '#D8C08A') +
    circle(826, 600, 7, '#D8C08A') +
    shape('M676 472H944Q940 524 900 524H720Q680 524 676 472Z', white) +
    line('M810 472V430q0 -18 18 -18h16', darker(steel, 0.2), 12) +
    (clean
      ? shape('M706 482H760L742 514H726Z', '#FFFFFF', 0.9)
      : line('M730 484q10 20 4 36M866 480q-6 24 6 40', '#6E5A36', 9, 0.5) + stains(810, 496, 130))
  )
}

function toilet({ white, clean }: Setting): string {
  const shade = darker(white, 0.1)
  return (
    rect(990, 420, 150, 150, white, 14) +
    rect(982, 408, 166, 24, lighter(white, 0.4), 10) +
    shape('M984 570H1146Q1146 640 1100 656L1108 722H1022L1030 656Q984 640 984 570Z', white) +
    shape('M1100 570H1146Q1146 640 1100 656L1108 722H1080Z', shade) +
    rect(976, 558, 178, 24, lighter(white, 0.4), 12) +
    (clean
      ? rect(1054, 446, 24, 10, shade, 5)
      : stains(1064, 640, 110) + line('M1020 584v34M1060 584v50', '#6E5A36', 8, 0.45))
  )
}

function clear(setting: Setting): string {
  const { soft, accent, white } = setting
  return (
    plant(setting, 1064, 408, 0.5) +
    rect(716, 428, 30, 44, soft, 7) +
    rect(724, 414, 14, 16, darker(soft, 0.3), 3) +
    rect(868, 440, 44, 32, accent, 6) +
    line('M880 440l-6 -34M898 440l8 -30', white, 7) +
    ellipse(800, 800, 190, 40, soft) +
    ellipse(800, 798, 164, 30, lighter(soft, 0.3)) +
    rect(450, 492, 26, 24, '#FBE7A8', 6) +
    rect(484, 470, 24, 46, setting.leaf, 7)
  )
}

function cluttered(setting: Setting): string {
  const { tone, accent, soft } = setting
  return (
    plant(setting, 1064, 408, 0.5) +
    group('rotate(84 740 466)', rect(724, 420, 28, 60, soft, 7)) +
    rect(846, 436, 24, 36, accent, 5) +
    rect(880, 420, 26, 52, tone('#C9776A'), 5) +
    rect(690, 452, 30, 20, tone('#E9CF8F'), 5) +
    [230, 268, 306, 352]
      .map((x, index) =>
        rect(
          x,
          470 - (index % 2) * 14,
          28,
          46 + (index % 2) * 14,
          index % 2 ? accent : tone('#8FBFAE'),
          6,
        ),
      )
      .join('') +
    laundry(setting, 420, 800, 1.15) +
    laundry(setting, 780, 850, 0.9) +
    ellipse(620, 780, 150, 26, '#6F7566', 0.5) +
    circle(960, 790, 30, '#D8D0BE') +
    circle(960, 790, 11, '#9B8B6C') +
    shape('M958 818L1080 836L1076 850L940 820Z', '#D8D0BE') +
    rect(1096, 650, 74, 100, tone('#7E97A6'), 6) +
    circle(1116, 644, 24, '#CFC6B2') +
    circle(1148, 640, 26, '#BEB49D') +
    circle(1134, 618, 22, '#DAD2C0') +
    crumbs(120, 820, 240)
  )
}
