import { colours, mix } from '#drawings/palette.ts'
import type { Person } from './portrait-person.ts'
import { bothSides, line, shape } from '#drawings/shapes.ts'

export const l = (person: Person, out: number) => 400 - person.face.width - out
export const r = (person: Person, out: number) => 400 + person.face.width + out
export const shine = (person: Person) =>
  mix(
    person.hair,
    person.age === 'older' ? colours.white : '#D9A77A',
    person.age === 'older' ? 0.6 : 0.28,
  )

/** The path of a full head of hair, from the left temple over the crown to the right temple. */
export const crown = (person: Person) =>
  `M${l(person, 10)} 372C${l(person, 34)} 210 310 126 400 126S${r(person, 34)} 210 ${r(person, 10)} 372`
export const crownShort = (person: Person) =>
  `M${l(person, -6)} 330C${l(person, 26)} 200 316 134 400 134S${r(person, 26)} 200 ${r(person, -6)} 330`

export function gleam(person: Person, outline: string): string {
  return person.light < 0
    ? line(outline, shine(person), 9)
    : `<g transform="translate(800 0) scale(-1 1)">${line(outline, shine(person), 9)}</g>`
}

export function parted(person: Person, off: number): string {
  const part = 400 + person.light * off
  return (
    shape(
      `${crown(person)}C${r(person, -6)} 330 ${r(person, -12)} 270 ${part} 204C${l(person, -12)} 270 ${l(person, -6)} 330 ${l(person, 10)} 372Z`,
      person.hair,
    ) + gleam(person, 'M296 262Q316 204 366 178')
  )
}

export function sweptBack(person: Person, top = 138): string {
  return (
    shape(
      `M${l(person, 2)} 336C${l(person, 26)} 200 316 ${top} 400 ${top}S${r(person, 26)} 200 ${r(person, 2)} 336C${r(person, -10)} 276 ${r(person, -40)} 226 400 220C${l(person, -40)} 226 ${l(person, -10)} 276 ${l(person, 2)} 336Z`,
      person.hair,
    ) + gleam(person, 'M304 236Q334 190 380 172')
  )
}

/** Two straight locks from the temples down to `end`, framing the face. */
export function locks(person: Person, end: number): string {
  return bothSides((side) => {
    const x = (inset: number) => 400 + side * (person.face.width + inset)
    return shape(
      `M${x(-14)} 262C${x(0)} 330 ${x(-8)} 420 ${x(-4)} ${end}Q${x(30)} ${end + 18} ${x(50)} ${end - 10}C${x(44)} 440 ${x(40)} 360 ${x(12)} 250Z`,
      person.hair,
    )
  })
}

export function wavyLocks(person: Person): string {
  return bothSides((side) => {
    const x = (inset: number) => 400 + side * (person.face.width + inset)
    return shape(
      `M${x(-14)} 262C${x(4)} 330 ${x(-20)} 400 ${x(0)} 450C${x(20)} 500 ${x(-10)} 540 ${x(4)} 596Q${x(40)} 610 ${x(64)} 580C${x(40)} 540 ${x(70)} 490 ${x(48)} 440C${x(30)} 400 ${x(56)} 340 ${x(12)} 250Z`,
      person.hair,
    )
  })
}

/** One long braid from the temple down, tied at its end. */
export function braid(person: Person, side: number, out: number): string {
  const x = (drift: number) => 400 + side * (person.face.width + out + drift)
  const end = 566 + out * 1.1
  const ticks = Array.from(
    { length: 7 },
    (_, index) => `M${x(index * 2 - 8)} ${332 + index * 33}l${side * 13} 12`,
  ).join('')
  return (
    line(
      `M${x(-out * 0.9 - 6)} ${300 - out * 1.2}C${x(2)} 370 ${x(6)} 460 ${x(12)} ${end}`,
      person.hair,
      25,
    ) +
    line(ticks, shine(person), 4) +
    line(`M${x(6)} ${end - 8}h${side * 12}`, colours.citrus, 9)
  )
}

export const partings = (person: Person) =>
  line(
    'M400 204V140M352 226Q340 190 356 152M448 226Q460 190 444 152M308 262Q296 220 316 182M492 262Q504 220 484 182',
    shine(person),
    4,
  )

/** A short, rounded hairline that follows the skull. */
export function hairline(person: Person): string {
  return shape(
    `M${l(person, 2)} 330C${l(person, 12)} 210 320 150 400 150S${r(person, 12)} 210 ${r(person, 2)} 330C${r(person, -8)} 300 ${r(person, -14)} 276 ${r(person, -36)} 250Q${r(person, -72)} 222 400 222Q${l(person, -72)} 222 ${l(person, -36)} 250C${l(person, -14)} 276 ${l(person, -8)} 300 ${l(person, 2)} 330Z`,
    person.hair,
  )
}

export function sides(person: Person): string {
  const colour = mix(person.hair, person.skin, 0.35)
  return bothSides((side) => {
    const x = (out: number) => 400 + side * (person.face.width + out)
    return shape(
      `M${x(-4)} 250C${x(4)} 280 ${x(4)} 310 ${x(1)} 344L${x(-13)} 350C${x(-12)} 310 ${x(-14)} 280 ${x(-30)} 246Z`,
      colour,
    )
  })
}
