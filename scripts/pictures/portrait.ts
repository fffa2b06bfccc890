import { chance } from '../../server/demo/chance.ts'
import { colours, lighter } from '#drawings/palette.ts'
import { clothes } from './portrait-clothes.ts'
import { earrings, ears, face, glasses, neck } from './portrait-face.ts'
import { hair } from './portrait-hair.ts'
import { createPerson, SKINS } from './portrait-person.ts'
import type { Presentation } from './portrait-person.ts'
import { group, rect, shape, svg } from '#drawings/shapes.ts'

const grounds = [
  colours.mint,
  colours.mintDeep,
  colours.sky,
  colours.skyDeep,
  colours.sand,
  '#EBD3B0',
] as const

/**
 * The portrait of a person who does not exist, 800 × 800: always the same for the same whole-number seed.
 */
export function portrait(seed: number, presentation: Presentation): string {
  const dice = chance(seed)
  const person = createPerson(dice, presentation)
  const ground = dice.pick(grounds)
  const id = `portrait${seed}${presentation}${person.age}`
  const locks = hair(person, dice)
  const wearsGlasses = dice.happens(person.age === 'young' ? 0.18 : 0.34)
  const wearsEarrings = presentation === 'woman' && !locks.coversEars && dice.happens(0.75)
  const size = 1.08 + dice.next() * 0.06
  return svg(
    800,
    800,
    rect(0, 0, 800, 800, ground),
    windowLight(person.light, lighter(ground, 0.45)),
    group(
      `translate(${400 - 400 * size} ${862 - 800 * size}) scale(${size})`,
      locks.behind ?? '',
      neck(person, id),
      group('translate(0 -26)', clothes(person, dice, id)),
      locks.coversEars ? '' : ears(person),
      face(person, dice, id),
      locks.before,
      wearsEarrings ? earrings(person, dice) : '',
      wearsGlasses ? glasses(dice) : '',
    ),
  )
}

/** Facts of a portrait by which it can be chosen for a name: the tone of the skin from light to dark, age and hair. */
export function traitsOf(seed: number, presentation: Presentation) {
  const { skin, age, style } = createPerson(chance(seed), presentation)
  return { tone: SKINS.indexOf(skin), age, style }
}

/** The background of all portraits: one diagonal band of light, as in the mark. */
function windowLight(light: -1 | 1, colour: string): string {
  return light < 0
    ? shape('M0 470L470 0H760L0 760Z', colour)
    : shape('M800 470L330 0H40L800 760Z', colour)
}
