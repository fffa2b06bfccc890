import { colours, darker, lighter } from '#drawings/palette.ts'
import type { Chance } from '../../server/demo/chance.ts'
import {
  l,
  r,
  shine,
  crown,
  crownShort,
  gleam,
  parted,
  sweptBack,
  locks,
  wavyLocks,
  braid,
  partings,
  hairline,
  sides,
} from './portrait-hair-parts.ts'
import type { HairStyle, Person } from './portrait-person.ts'
import { circle, line, scallop, shape } from '#drawings/shapes.ts'

/** Hair or headscarf as two layers: one behind neck and head, one over the brow. */
type Hair = { behind?: string; before: string; coversEars?: true }

const scarves = [
  colours.leaf,
  colours.navy,
  '#C9776A',
  colours.citrus,
  colours.skyDeep,
  '#7C5A86',
  colours.bottle,
  '#E3D2B5',
] as const

export function hair(person: Person, dice: Chance): Hair {
  return styles[person.style](person, dice)
}

const styles: Record<HairStyle, (person: Person, dice: Chance) => Hair> = {
  long: (person) => ({
    behind: shape(
      'M252 320C240 200 320 128 400 128S560 200 548 320C552 430 566 560 586 640Q500 690 400 680Q300 690 214 640C234 560 248 430 252 320Z',
      darker(person.hair, 0.22),
    ),
    before: parted(person, 0) + locks(person, 600),
    coversEars: true,
  }),
  wavy: (person) => ({
    behind: shape(
      'M250 320C236 200 318 126 400 126S564 200 550 320C590 370 540 410 576 460C612 510 556 560 584 620Q500 660 400 650Q300 660 216 620C244 560 188 510 224 460C260 410 210 370 250 320Z',
      darker(person.hair, 0.22),
    ),
    before: parted(person, 44) + wavyLocks(person),
    coversEars: true,
  }),
  bob: (person) => ({
    behind: shape(
      'M246 330C232 200 316 128 400 128S568 200 554 330C558 400 566 450 560 512Q480 540 400 536Q320 540 240 512C234 450 242 400 246 330Z',
      darker(person.hair, 0.22),
    ),
    before: parted(person, 50) + locks(person, 506),
    coversEars: true,
  }),
  fringe: (person) => ({
    behind: shape(
      'M246 330C232 200 316 126 400 126S568 200 554 330C558 410 570 470 566 560Q480 584 400 580Q320 584 234 560C230 470 242 410 246 330Z',
      darker(person.hair, 0.22),
    ),
    before:
      shape(
        `${crown(person)}C${r(person, -4)} 340 ${r(person, -16)} 318 ${r(person, -22)} 300Q400 276 ${l(person, -22)} 300C${l(person, -16)} 318 ${l(person, -4)} 340 ${l(person, 10)} 372Z`,
        person.hair,
      ) +
      gleam(person, 'M300 226Q344 176 412 172') +
      locks(person, 556),
    coversEars: true,
  }),
  bun: (person) => ({
    behind:
      circle(400, 126, 60, person.hair) +
      line(
        `M${400 + person.light * 8} 88Q${400 + person.light * 36} 94 ${400 + person.light * 38} 122`,
        shine(person),
        9,
      ),
    before: sweptBack(person),
  }),
  ponytail: (person) => {
    const x = (inset: number) => 400 - person.light * inset
    return {
      behind: shape(
        `M${x(90)} 170C${x(200)} 150 ${x(226)} 260 ${x(206)} 360C${x(196)} 430 ${x(230)} 500 ${x(196)} 566C${x(140)} 540 ${x(130)} 460 ${x(140)} 380Z`,
        darker(person.hair, 0.15),
      ),
      before: sweptBack(person),
    }
  },
  pixie: (person) => {
    const x = (inset: number) => 400 - person.light * inset
    const w = person.face.width
    return {
      before:
        shape(
          `M${x(-w - 8)} 350C${x(-w - 30)} 210 ${x(-90)} 124 ${x(10)} 124C${x(110)} 124 ${x(w + 30)} 210 ${x(w + 8)} 356C${x(w - 2)} 352 ${x(w - 10)} 330 ${x(w - 16)} 300C${x(60)} 300 ${x(-20)} 270 ${x(-64)} 226C${x(-84)} 262 ${x(-w + 12)} 290 ${x(-w + 8)} 340Z`,
          person.hair,
        ) +
        line(
          `M${x(-30)} 168Q${x(30)} 210 ${x(96)} 226M${x(10)} 150Q${x(60)} 172 ${x(104)} 182`,
          shine(person),
          8,
        ),
    }
  },
  curly: (person) => ({
    behind: shape(scallop(400, 350, 186, 214, 17), darker(person.hair, 0.22)),
    before:
      [
        [286, 268, 44],
        [270, 342, 40],
        [308, 206, 46],
        [362, 176, 50],
        [430, 172, 50],
        [490, 204, 46],
        [516, 268, 44],
        [530, 342, 40],
        [266, 414, 38],
        [534, 414, 38],
      ]
        .map(([x = 0, y = 0, size = 0]) => circle(x, y, size, person.hair))
        .join('') +
      [
        [330, 190],
        [394, 160],
        [464, 176],
      ]
        .map(([x = 0, y = 0]) => line(`M${x - 22} ${y + 8}a26 26 0 0 1 40 -12`, shine(person), 7))
        .join(''),
    coversEars: true,
  }),
  afro: (person) => ({
    behind:
      shape(scallop(400, 296, 208, 196, 22), person.hair) +
      line(
        person.light < 0 ? 'M236 246Q258 164 326 128' : 'M564 246Q542 164 474 128',
        shine(person),
        14,
      ),
    before: hairline(person),
    coversEars: true,
  }),
  puff: (person) => ({
    behind:
      shape(scallop(400, 140, 124, 74, 15), person.hair) +
      line(
        person.light < 0 ? 'M306 124Q320 96 358 88' : 'M494 124Q480 96 442 88',
        shine(person),
        10,
      ),
    before: sweptBack(person) + line('M304 190Q400 150 496 190', colours.citrus, 15),
  }),
  braids: (person) => ({
    behind: shape(
      'M252 320C240 200 320 126 400 126S560 200 548 320C556 430 572 540 588 640Q500 680 400 680Q300 680 212 640C228 540 244 430 252 320Z',
      darker(person.hair, 0.22),
    ),
    before:
      parted(person, 0) +
      partings(person) +
      [-1, 1].flatMap((side) => [44, 16, -6].map((out) => braid(person, side, out))).join(''),
    coversEars: true,
  }),
  hijab: (person, dice) => hijab(person, dice.pick(scarves)),
  bandana: (person, dice) => {
    const scarf = dice.pick(scarves)
    const x = (inset: number) => 400 - person.light * inset
    return {
      behind:
        shape(
          'M250 330C236 210 320 140 400 140S564 210 550 330C556 400 562 460 552 520Q480 560 400 556Q320 560 248 520C238 460 244 400 250 330Z',
          darker(person.hair, 0.22),
        ) +
        shape(
          `M${x(128)} 250C${x(190)} 236 ${x(214)} 262 ${x(222)} 300C${x(180)} 300 ${x(150)} 290 ${x(124)} 272ZM${x(126)} 262C${x(170)} 290 ${x(180)} 330 ${x(166)} 362C${x(138)} 340 ${x(124)} 310 ${x(116)} 276Z`,
          darker(scarf, 0.2),
        ),
      before:
        locks(person, 514) +
        shape(
          `M${l(person, 12)} 296C${l(person, 22)} 190 326 126 400 126S${r(person, 22)} 190 ${r(person, 12)} 296C${r(person, -40)} 236 440 232 400 232S${l(person, -40)} 236 ${l(person, 12)} 296Z`,
          scarf,
        ) +
        line(
          `M${l(person, 6)} 284C${l(person, -36)} 224 360 220 400 220S${r(person, -36)} 224 ${r(person, 6)} 284`,
          darker(scarf, 0.2),
          6,
        ) +
        [
          [330, 186],
          [372, 160],
          [428, 160],
          [470, 186],
          [400, 192],
        ]
          .map(([cx = 0, cy = 0]) => circle(cx, cy, 7, lighter(scarf, 0.5)))
          .join(''),
      coversEars: true,
    }
  },
  headwrap: (person, dice) => {
    const wrap = dice.pick(scarves)
    return {
      before:
        circle(352, 132, 42, darker(wrap, 0.14)) +
        circle(448, 132, 42, darker(wrap, 0.14)) +
        circle(400, 112, 54, darker(wrap, 0.06)) +
        shape(
          `M${l(person, 14)} 322C${l(person, 34)} 190 310 112 400 112S${r(person, 34)} 190 ${r(person, 14)} 322C${r(person, -30)} 244 450 226 400 226S${l(person, -30)} 244 ${l(person, 14)} 322Z`,
          wrap,
        ) +
        line(
          'M282 252Q380 142 500 184M280 218Q350 132 444 132M520 264Q470 202 400 196',
          darker(wrap, 0.2),
          7,
        ),
    }
  },
  crop: (person) => ({
    before:
      shape(
        `${crownShort(person)}C${r(person, -14)} 290 ${r(person, -24)} 250 ${r(person, -40)} 238Q400 214 ${l(person, -40)} 238C${l(person, -24)} 250 ${l(person, -14)} 290 ${l(person, -6)} 330Z`,
        person.hair,
      ) + gleam(person, 'M318 196Q356 166 410 164'),
  }),
  sidePart: (person) => {
    const x = (inset: number) => 400 - person.light * inset
    const w = person.face.width
    return {
      before:
        shape(
          `M${x(-w - 4)} 336C${x(-w - 16)} 230 ${x(-110)} 140 ${x(-10)} 128C${x(100)} 112 ${x(w + 26)} 190 ${x(w + 4)} 336C${x(w - 8)} 316 ${x(w - 14)} 280 ${x(w - 22)} 250C${x(60)} 262 ${x(-30)} 250 ${x(-70)} 214C${x(-90)} 244 ${x(-w + 16)} 270 ${x(-w + 6)} 330Z`,
          person.hair,
        ) + line(`M${x(-40)} 186Q${x(20)} 206 ${x(84)} 190`, shine(person), 8),
    }
  },
  swept: (person) => ({ before: sweptBack(person, 132) }),
  curlyCrop: (person) => ({
    before:
      [
        [286, 262, 34],
        [300, 214, 40],
        [346, 180, 44],
        [400, 168, 46],
        [454, 180, 44],
        [500, 214, 40],
        [514, 262, 34],
      ]
        .map(([x = 0, y = 0, size = 0]) => circle(x, y, size, person.hair))
        .join('') +
      sides(person) +
      [
        [330, 176],
        [392, 150],
      ]
        .map(([x = 0, y = 0]) => line(`M${x - 18} ${y + 6}a22 22 0 0 1 34 -10`, shine(person), 7))
        .join(''),
  }),
  fade: (person) => ({ before: hairline(person) + sides(person) }),
  bald: (person) => ({
    before: line(
      `M${400 + person.light * 70} 214Q${400 + person.light * 44} 192 ${400 + person.light * 12} 190`,
      lighter(person.skin, 0.35),
      10,
    ),
  }),
}

function hijab(person: Person, scarf: string): Hair {
  const x = (inset: number) => 400 - person.light * inset
  const w = person.face.width
  return {
    behind: shape(
      'M400 112C280 112 232 220 236 340C240 440 226 520 200 620Q400 720 600 620C574 520 560 440 564 340C568 220 520 112 400 112Z',
      darker(scarf, 0.2),
    ),
    before:
      // The scarf frames the face: an outer shape with the face left open.
      `<path fill-rule="evenodd" fill="${scarf}" d="M400 112C284 112 236 214 240 336C244 430 236 500 214 590C280 660 330 690 400 694C470 690 520 660 586 590C564 500 556 430 560 336C564 214 516 112 400 112ZM400 214C${400 + w - 26} 214 ${400 + w - 8} 290 ${400 + w - 10} 350C${400 + w - 14} 430 450 488 400 ${person.face.chin - 8}C350 488 ${400 - w + 14} 430 ${400 - w + 10} 350C${400 - w + 8} 290 ${400 - w + 26} 214 400 214Z"/>` +
      line(
        `M${x(-110)} 470C${x(-60)} 560 ${x(40)} 590 ${x(170)} 570M${x(-140)} 540C${x(-60)} 620 ${x(30)} 640 ${x(120)} 628M${x(110)} 180C${x(140)} 220 ${x(150)} 270 ${x(148)} 330`,
        darker(scarf, 0.2),
        7,
      ),
    coversEars: true,
  }
}
