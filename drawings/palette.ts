/** The colours of all drawings, in sRGB. */
export const colours = {
  paper: '#FBFAF6',
  white: '#FFFFFF',
  ink: '#12211C',
  bottle: '#0E5A48',
  leaf: '#3E8E78',
  mint: '#D5EBE1',
  mintDeep: '#A9D3C2',
  sky: '#D6E8F0',
  skyDeep: '#A5CBDD',
  sand: '#F3E6D0',
  citrus: '#F2BF2B',
  clay: '#B9543B',
  wood: '#C4935F',
  woodDeep: '#9C6D43',
  navy: '#2B4A63',
} as const

/** Mixes two hex colours; `share` (0 to 1) is the part of the second. */
export function mix(first: string, second: string, share: number): string {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16)
  const mixed = [1, 3, 5].map((at) =>
    Math.round(channel(first, at) * (1 - share) + channel(second, at) * share),
  )
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

export const darker = (colour: string, share = 0.15): string => mix(colour, colours.ink, share)
export const lighter = (colour: string, share = 0.25): string => mix(colour, colours.white, share)
