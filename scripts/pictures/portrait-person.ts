import type { Chance } from '../../server/demo/chance.ts'
import { darker, mix } from '#drawings/palette.ts'

export type Presentation = 'woman' | 'man'
type Age = 'young' | 'middle' | 'older'

/** The facts that all parts of a portrait share: the person, and the direction of the light. */
export type Person = {
  presentation: Presentation
  age: Age
  skin: string
  /** The side of a face away from the light. */
  shade: string
  lip: string
  lightEyed: boolean
  hair: string
  brow: string
  style: HairStyle
  /** Half the width of the face, the jaw's half width and the height of the chin, in pixels of 800. */
  face: { width: number; jaw: number; chin: number }
  /** -1: light from the left; 1: from the right. */
  light: -1 | 1
}

export const SKINS: readonly string[] = [
  '#FBDCC6',
  '#F3C9A9',
  '#E8B48E',
  '#D99E74',
  '#C68660',
  '#AD6F4B',
  '#8F583A',
  '#74452E',
  '#593324',
]
const darkHair = ['#1E1815', '#2B1F1A', '#3B2820'] as const
const brightHair = ['#5A3A26', '#7A4B2B', '#A4692F', '#C99A54', '#8C3F24'] as const
const greyHair = ['#B9B6B0', '#D5D2CB', '#8E8C89', '#ECE9E2'] as const

const womenStyles = [
  'long',
  'wavy',
  'bob',
  'bun',
  'ponytail',
  'pixie',
  'fringe',
  'hijab',
  'bandana',
  'curly',
] as const
const coilyWomenStyles = [
  'afro',
  'braids',
  'puff',
  'headwrap',
  'curly',
  'bun',
  'bandana',
  'hijab',
  'braids',
] as const
const olderCoilyWomenStyles = ['afro', 'headwrap', 'curly', 'bun', 'hijab'] as const
const olderWomenStyles = ['bob', 'pixie', 'bun', 'curly', 'wavy', 'hijab', 'fringe'] as const
const menStyles = ['crop', 'sidePart', 'curlyCrop', 'swept', 'bald'] as const
const coilyMenStyles = ['fade', 'curlyCrop', 'bald', 'fade'] as const

export type HairStyle =
  | (typeof womenStyles)[number]
  | (typeof coilyWomenStyles)[number]
  | (typeof menStyles)[number]
  | (typeof coilyMenStyles)[number]

/** Creates a person, whose other traits are chosen at random. */
export function createPerson(dice: Chance, presentation: Presentation): Person {
  const age = dice.pick(['young', 'young', 'young', 'middle', 'middle', 'middle', 'older'] as const)
  const tone = Math.floor(dice.next() * SKINS.length)
  const skin = SKINS[tone]!
  const hair = hairColour(dice, age, tone)
  const man = presentation === 'man'
  const width = (man ? 126 : 121) + dice.next() * 10
  return {
    presentation,
    age,
    skin,
    shade: mix(skin, tone > 5 ? '#1C0B10' : '#9A3F2A', tone > 5 ? 0.24 : 0.2),
    lip: mix(skin, tone > 5 ? '#B4474C' : '#B23A3C', tone > 5 ? 0.62 : 0.55),
    lightEyed: tone < 4 && dice.happens(0.35),
    hair,
    brow: age === 'older' ? darker(hair, 0.35) : darker(hair, 0.25),
    style: hairStyle(dice, presentation, age, tone > 4 && dice.happens(0.85)),
    face: {
      width,
      jaw: width * (man ? 0.9 : 0.83) + dice.next() * 6,
      chin: (man ? 510 : 500) + dice.next() * 10,
    },
    light: dice.pick([-1, 1]),
  }
}

function hairColour(dice: Chance, age: Age, tone: number): string {
  const natural = tone > 2 || dice.happens(0.45) ? dice.pick(darkHair) : dice.pick(brightHair)
  if (age === 'older') return dice.pick(greyHair)
  return age === 'middle' && dice.happens(0.2) ? mix(natural, '#B9B6B0', 0.45) : natural
}

function hairStyle(dice: Chance, presentation: Presentation, age: Age, coily: boolean): HairStyle {
  if (presentation === 'man') return dice.pick(coily ? coilyMenStyles : menStyles)
  if (coily) return dice.pick(age === 'older' ? olderCoilyWomenStyles : coilyWomenStyles)
  return dice.pick(age === 'older' ? olderWomenStyles : womenStyles)
}
