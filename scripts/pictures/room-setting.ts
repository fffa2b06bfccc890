import type { Chance } from '../../server/demo/chance.ts'
import { colours, mix } from '#drawings/palette.ts'

export type RoomState = 'before' | 'after'

/** The facts that all things in a room share. In a room that is not yet cleaned, the colours are already dull. */
export type Setting = {
  clean: boolean
  wall: string
  wallLow: string
  floor: string
  boards: 'planks' | 'tiles'
  main: string
  soft: string
  accent: string
  wood: string
  white: string
  steel: string
  leaf: string
  pot: string
  frame: string
  sky: string
  dirt: string
  /** Applies the dullness of this room to another colour. */
  tone(colour: string): string
  /** The variant of the furniture, the same before and after. */
  variant: number
}

type Wall = readonly [upper: string, lower: string]
const walls: readonly [Wall, ...Wall[]] = [
  [colours.mint, '#EAF4EE'],
  [colours.sky, '#EDF4F7'],
  [colours.sand, '#FAF3E6'],
  ['#EFE9DC', '#FBFAF6'],
  ['#E9D9CC', '#F6ECE4'],
]
const mains = [
  colours.bottle,
  colours.navy,
  '#5F8D7B',
  colours.clay,
  '#7E97A6',
  '#B98A4E',
  '#F4EFE4',
] as const
const softs = ['#8FBFAE', '#E3B79F', '#9FC1D2', '#E9CF8F', '#C9B7D0'] as const
const floors = ['#D9B68A', '#C59B6C', '#CFC7B8', '#E2D3BC', '#B98C63'] as const

/** Chooses a room's colours and furniture; the same random numbers give the same room before and after. */
export function furnish(dice: Chance, state: RoomState): Setting {
  const clean = state === 'after'
  const tone = clean
    ? (colour: string) => colour
    : (colour: string) => mix(mix(colour, '#8A8070', 0.34), '#4C473E', 0.14)
  const [wall, wallLow] = dice.pick(walls)
  return {
    clean,
    wall: tone(wall),
    wallLow: tone(wallLow),
    floor: tone(dice.pick(floors)),
    boards: dice.pick(['planks', 'tiles']),
    main: tone(dice.pick(mains)),
    soft: tone(dice.pick(softs)),
    accent: tone(dice.pick([colours.citrus, colours.clay, colours.leaf, colours.navy])),
    wood: tone(dice.pick([colours.wood, colours.woodDeep, '#DDBB8C'])),
    white: tone('#FBFAF6'),
    steel: tone('#B7C2C4'),
    leaf: tone(colours.leaf),
    pot: tone(dice.pick([colours.clay, '#EDE6D8', colours.skyDeep])),
    frame: tone('#F7F3EA'),
    sky: clean ? '#C4E3EF' : '#A3A79F',
    dirt: '#5B4A35',
    tone,
    variant: Math.floor(dice.next() * 12),
  }
}
