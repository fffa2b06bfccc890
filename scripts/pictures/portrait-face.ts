import type { Chance } from '../../server/demo/chance.ts'
import { colours, darker, mix } from '#drawings/palette.ts'
import type { Person } from './portrait-person.ts'
import { bothSides, circle, ellipse, group, inside, line, shape } from '#drawings/shapes.ts'

/** The outline of the head without hair. */
function faceOutline({ face: { width, jaw, chin } }: Person): string {
  const half = (side: -1 | 1) => (inset: number) => 400 + side * inset
  const [left, right] = [half(-1), half(1)]
  return `M${left(width)} 335C${left(width)} 225 ${left(width * 0.62)} 170 400 170
    C${right(width * 0.62)} 170 ${right(width)} 225 ${right(width)} 335
    C${right(width)} 392 ${right(jaw + 4)} 428 ${right(jaw * 0.78)} 462
    C${right(jaw * 0.52)} 494 ${right(jaw * 0.28)} ${chin} 400 ${chin}
    C${left(jaw * 0.28)} ${chin} ${left(jaw * 0.52)} 494 ${left(jaw * 0.78)} 462
    C${left(jaw + 4)} 428 ${left(width)} 392 ${left(width)} 335Z`
}

/** Neck and the part of the chest that a neckline may leave open. */
export function neck(person: Person, id: string): string {
  const half = person.presentation === 'man' ? 68 : 54
  const outline = `M${400 - half} 420V545C${400 - half} 580 ${400 - half - 40} 592 ${400 - half - 70} 602L400 720L${400 + half + 70} 602C${400 + half + 40} 592 ${400 + half} 580 ${400 + half} 545V420Z`
  return (
    shape(outline, person.skin) +
    inside(
      `${id}n`,
      outline,
      group(`translate(${-person.light * 14} 42)`, shape(faceOutline(person), person.shade)),
    )
  )
}

export function ears(person: Person): string {
  return bothSides((side) => {
    const x = 400 + side * (person.face.width + 2)
    const colour = side === person.light ? person.skin : person.shade
    const fold = mix(person.shade, colours.ink, 0.12)
    return (
      ellipse(x, 358, 19, 32, colour) +
      line(`M${x + side * 5} 342Q${x - side * 6} 352 ${x} 372`, fold, 4)
    )
  })
}

/** Head with features: the far side in shade, eyes, nose, mouth, wrinkles, and a beard if the person has one. */
export function face(person: Person, dice: Chance, id: string): string {
  const outline = faceOutline(person)
  const bearded =
    person.presentation === 'man'
      ? dice.pick(['none', 'none', 'full', 'short', 'moustache'])
      : 'none'
  return (
    shape(outline, person.shade) +
    inside(
      `${id}f`,
      outline,
      group(`translate(${person.light * 24} -6)`, shape(outline, person.skin)),
      cheeks(person),
      beard(person, bearded),
    ) +
    linesOfAge(person) +
    eyes(person, dice) +
    nose(person) +
    (bearded === 'full' || bearded === 'moustache' ? moustache(person) : '') +
    mouth(person, dice)
  )
}

function eyes(person: Person, dice: Chance): string {
  const woman = person.presentation === 'woman'
  const dark = mix('#241712', person.skin, 0.04)
  const iris = person.lightEyed ? dice.pick(['#3F6B5C', '#456A86', '#6A4A2C']) : '#33211A'
  const smiling = dice.happens(0.16)
  const browLift = dice.next() * 6
  const browWidth = woman ? 8 : 11
  return bothSides((side) => {
    const at = (x: number, y: number) => `${400 + side * (54 + x)} ${352 + y}`
    const brow = line(
      `M${at(-25, -37 - browLift)}Q${at(4, -53 - browLift)} ${at(29, -36 - browLift)}`,
      person.brow,
      browWidth,
    )
    if (smiling) return brow + line(`M${at(-21, 3)}Q${at(0, -17)} ${at(21, 3)}`, dark, 7)
    const white = shape(
      `M${at(-22, 3)}Q${at(-2, -22)} ${at(22, -2)}Q${at(2, 19)} ${at(-22, 3)}Z`,
      mix('#FFFBF5', person.skin, 0.08),
    )
    const look =
      circle(400 + side * 54, 350, 11.5, iris) +
      circle(400 + side * 54 + person.light * 4, 346, 3, colours.white)
    const lid = line(
      `M${at(-22, 3)}Q${at(-2, -22)} ${at(22, -2)}${woman ? `L${at(28, -9)}` : ''}`,
      dark,
      woman ? 6 : 5,
    )
    return brow + white + look + lid
  })
}

function nose({ light, shade }: Person): string {
  const x = (inset: number) => 400 - light * inset
  return line(
    `M${x(4)} 362C${x(10)} 386 ${x(20)} 402 ${x(15)} 411C${x(10)} 418 ${x(0)} 417 ${x(-8)} 415`,
    mix(shade, '#5B1E14', 0.18),
    6,
  )
}

function mouth({ lip, skin, presentation }: Person, dice: Chance): string {
  const colour = presentation === 'woman' ? lip : mix(lip, skin, 0.35)
  if (dice.happens(0.5)) {
    return (
      shape(
        'M357 441Q400 455 443 441Q434 484 400 484Q366 484 357 441Z',
        darker(mix(lip, '#5A171B', 0.65), 0.2),
      ) +
      shape('M364 444Q400 456 436 444Q430 463 400 463Q370 463 364 444Z', '#FFFDF8') +
      line('M357 441Q400 455 443 441Q434 484 400 484Q366 484 357 441Z', colour, 6)
    )
  }
  return (
    shape('M356 441Q382 434 400 440Q418 434 444 441Q430 482 400 482Q370 482 356 441Z', colour) +
    line('M356 442Q400 470 444 442', mix(lip, '#2A0C10', 0.5), 5)
  )
}

function cheeks({ skin, face: { width } }: Person): string {
  const blush = mix(skin, '#E4523C', 0.42)
  return bothSides((side) => ellipse(400 + side * (width - 44), 412, 25, 17, blush, 0.34))
}

function linesOfAge({ age, shade }: Person): string {
  if (age === 'young') return ''
  const colour = mix(shade, '#5B1E14', 0.12)
  const smileLines = bothSides((side) =>
    line(`M${400 + side * 46} 414Q${400 + side * 64} 432 ${400 + side * 62} 452`, colour, 4),
  )
  if (age === 'middle') return smileLines
  return (
    smileLines +
    bothSides((side) =>
      line(
        `M${400 + side * 87} 346L${400 + side * 99} 340M${400 + side * 87} 357L${400 + side * 100} 359`,
        colour,
        4,
      ),
    ) +
    line('M366 266Q400 258 434 266M374 246Q400 240 426 246', colour, 4)
  )
}

function beard(person: Person, kind: string): string {
  if (kind === 'none' || kind === 'moustache') return ''
  const colour = kind === 'full' ? person.hair : mix(person.hair, person.skin, 0.5)
  return shape(
    'M250 330L284 360C290 410 318 424 346 420Q400 412 454 420C482 424 510 410 516 360L550 330V540H250Z',
    colour,
  )
}

function moustache(person: Person): string {
  return shape(
    'M344 446C346 424 384 416 400 424C416 416 454 424 456 446C436 434 418 440 400 438C382 440 364 434 344 446Z',
    person.brow,
  )
}

export function glasses(dice: Chance): string {
  const frame = dice.pick([colours.ink, '#C9A24B', colours.bottle, '#E9EEEA'])
  const round = dice.happens(0.5)
  const lens = (side: number) =>
    round
      ? `M${400 + side * 54 - 38} 354a38 38 0 1 0 76 0a38 38 0 1 0 -76 0`
      : `M${400 + side * 54 - 40} 334q0 -12 12 -12h56q12 0 12 12v16q0 32 -40 32t-40 -32Z`
  return (
    bothSides(
      (side) =>
        shape(lens(side), colours.white, 0.14) +
        line(lens(side), frame, 6) +
        line(`M${400 + side * 93} 346L${400 + side * 126} 340`, frame, 6),
    ) + line('M385 350Q400 340 415 350', frame, 6)
  )
}

export function earrings(person: Person, dice: Chance): string {
  const colour = dice.pick([colours.citrus, colours.white, colours.clay])
  const hoop = dice.happens(0.5)
  return bothSides((side) => {
    const x = 400 + side * (person.face.width + 4)
    return hoop ? line(`M${x} 390a13 15 0 1 0 .1 0`, colour, 5) : circle(x, 392, 8, colour)
  })
}
