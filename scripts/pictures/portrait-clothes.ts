import type { Chance } from '../../server/demo/chance.ts'
import { colours, darker, lighter } from '#drawings/palette.ts'
import type { Person } from './portrait-person.ts'
import { bothSides, circle, group, inside, line, rect, shape } from '#drawings/shapes.ts'

const tops = [
  colours.white,
  colours.mintDeep,
  colours.skyDeep,
  colours.navy,
  '#5F8D7B',
  colours.clay,
  '#E8C9A0',
  '#3C6E8F',
  '#D9826A',
  '#F6F1E4',
] as const
const workwear = [colours.bottle, colours.navy, colours.leaf, '#8A4A35', '#41545B'] as const

/** Shoulders and clothes: a tee, polo, shirt or tunic, often under an apron or overalls. */
export function clothes(person: Person, dice: Chance, id: string): string {
  const colour = dice.pick(tops)
  const over = dice.pick(['apron', 'apron', 'overalls', 'none', 'none', 'none'])
  const neckline = dice.pick(['crew', 'polo', 'shirt', 'tunic'])
  const torso = torsoOutline(person, neckline)
  const work = dice.pick(workwear)
  return (
    shape(torso, darker(colour, 0.14)) +
    inside(
      `${id}t`,
      torso,
      group(`translate(${person.light * 34} 0)`, shape(torsoOutline(person, 'crew'), colour)),
      over === 'none' ? sleeves(person, colour) : '',
      neckline === 'polo' || neckline === 'shirt' ? placket(colour) : '',
      over === 'apron' ? apron(work) : over === 'overalls' ? overalls(work) : '',
    ) +
    collar(neckline, colour)
  )
}

const neckHalf = (person: Person) => (person.presentation === 'man' ? 76 : 66)

function torsoOutline(person: Person, neckline: string): string {
  const half = person.presentation === 'man' ? 246 : 214
  const open = neckHalf(person)
  const dip =
    neckline === 'crew'
      ? `Q400 640 ${400 - open} 566`
      : `L400 ${neckline === 'tunic' ? 690 : 668}L${400 - open} 566`
  return `M${400 - open} 566C${400 - open - 30} 592 ${400 - half + 40} 604 ${400 - half} 650C${400 - half - 24} 684 ${400 - half - 36} 750 ${400 - half - 40} 810H${400 + half + 40}C${400 + half + 36} 750 ${400 + half + 24} 684 ${400 + half} 650C${400 + half - 40} 604 ${400 + open + 30} 592 ${400 + open} 566${dip}Z`
}

function collar(neckline: string, colour: string): string {
  const seam = darker(colour, 0.28)
  if (neckline === 'crew') return line('M334 568Q400 642 466 568', seam, 9)
  if (neckline === 'tunic') return line('M334 566L400 690L466 566', seam, 10)
  return bothSides((side) => {
    const x = (inset: number) => 400 + side * inset
    return (
      shape(
        `M${x(70)} 548L${x(88)} 586L${x(50)} 676L${x(0)} 668L${x(62)} 584Z`,
        side < 0 ? lighter(colour, 0.3) : lighter(colour, 0.12),
      ) + line(`M${x(88)} 586L${x(50)} 676L${x(0)} 668`, seam, 4)
    )
  })
}

function placket(colour: string): string {
  const seam = darker(colour, 0.28)
  return (
    line('M400 670V820', seam, 4) + [706, 752, 798].map((y) => circle(411, y, 5, seam)).join('')
  )
}

function sleeves(person: Person, colour: string): string {
  const half = person.presentation === 'man' ? 190 : 164
  return bothSides((side) =>
    line(
      `M${400 + side * half} 700Q${400 + side * (half + 6)} 760 ${400 + side * (half - 2)} 810`,
      darker(colour, 0.26),
      5,
    ),
  )
}

/** A bib apron with the mark: a small pane with its gleam. */
function apron(colour: string): string {
  return (
    line(
      'M322 690C312 640 322 600 336 560M478 690C488 640 478 600 464 560',
      darker(colour, 0.2),
      17,
    ) +
    shape('M300 686H500L530 820H270Z', colour) +
    line('M300 690H500', lighter(colour, 0.22), 7) +
    rect(440, 716, 30, 30, colours.mint, 6) +
    line('M446 740L464 722', colours.citrus, 7)
  )
}

function overalls(colour: string): string {
  return (
    line('M316 710L300 560M484 710L500 560', colour, 34) +
    shape('M296 700H504V820H296Z', colour) +
    shape('M150 790Q400 750 650 790V830H150Z', colour) +
    line('M352 742H448V790Q400 808 352 790Z', lighter(colour, 0.28), 4) +
    circle(316, 706, 11, colours.citrus) +
    circle(484, 706, 11, colours.citrus)
  )
}
