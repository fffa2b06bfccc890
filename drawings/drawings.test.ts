// rule: invented-pictures
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { banner, bannerTall } from './banner.ts'
import { emptySignedIn } from './empty-signed-in.ts'
import { empty } from './empty.ts'
import { mark } from './mark.ts'
import { portrait } from './portrait.ts'
import { room } from './room.ts'

const kinds = ['kitchen', 'bath', 'living', 'office', 'bedroom'] as const
const states = ['before', 'after'] as const
const seeds = Array.from({ length: 60 }, (_, index) => index)

const rooms = kinds.flatMap((kind) =>
  states.flatMap((state) => seeds.slice(0, 6).map((seed) => room(kind, state, seed))),
)
const portraits = [
  ...seeds.map((seed) => portrait(seed)),
  ...seeds.map((seed) => portrait(seed, { presentation: 'man', age: 'older' })),
]
const allEmpty = [...Object.values(empty), ...Object.values(emptySignedIn)]
const everything = [mark(), banner(), bannerTall(), ...allEmpty, ...rooms, ...portraits]

async function sizeOf(drawing: string): Promise<string> {
  const { format, width, height } = await sharp(Buffer.from(drawing)).metadata()
  return `${format} ${width}x${height}`
}

describe('a drawing', () => {
  test('is the same for the same seed', () => {
    expect(portrait(7)).toBe(portrait(7))
    expect(room('bath', 'before', 7)).toBe(room('bath', 'before', 7))
  })

  test('has the size its screen expects', async () => {
    expect(await sizeOf(portrait(3))).toBe('svg 800x800')
    expect(await sizeOf(room('office', 'after', 3))).toBe('svg 1200x900')
    expect(await sizeOf(banner())).toBe('svg 1600x900')
    expect(await sizeOf(bannerTall())).toBe('svg 900x1100')
    expect(await sizeOf(mark())).toBe('svg 32x32')
    for (const drawing of allEmpty) expect(await sizeOf(drawing)).toBe('svg 320x240')
  })

  test('can be painted, whatever the seed', async () => {
    const sample = [...rooms.slice(0, 12), ...portraits.filter((_, index) => index % 6 === 0)]
    for (const drawing of sample) {
      const { channels } = await sharp(Buffer.from(drawing), { density: 18 }).stats()
      expect(channels.some(({ stdev }) => stdev > 10)).toBe(true)
    }
  })

  test('carries no script, text, link, inline style or broken number, and stays under 12 kB', () => {
    for (const drawing of everything) {
      expect(drawing).not.toMatch(/<script|<text|<style|href|style=|NaN|undefined|\son\w+=/)
      expect(drawing.length).toBeLessThan(12_000)
    }
  })
})

describe('portraits', () => {
  test('differ from person to person', () => {
    expect(new Set(seeds.map((seed) => portrait(seed))).size).toBe(seeds.length)
  })

  test('do not share ids, so that many can stand on one page', () => {
    const ids = seeds.flatMap((seed) =>
      [...portrait(seed).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id),
    )
    expect(new Set(ids).size).toBe(ids.length)
  })

  test.each([
    ['man', 'woman', 'presentation'],
    ['young', 'older', 'age'],
  ] as const)('show someone as %s otherwise than as %s', (first, second, trait) => {
    for (const seed of seeds)
      expect(portrait(seed, { [trait]: first })).not.toBe(portrait(seed, { [trait]: second }))
  })
})

describe('a room', () => {
  test.each(kinds)('the %s looks different once it is clean', (kind) => {
    for (const seed of seeds.slice(0, 6))
      expect(room(kind, 'before', seed)).not.toBe(room(kind, 'after', seed))
  })

  test.each(kinds)('the %s is drawn with light from the left and from the right', (kind) => {
    const mirrored = seeds.filter((seed) => room(kind, 'after', seed).includes('scale(-1 1)'))
    expect(mirrored.length).toBeGreaterThan(0)
    expect(mirrored.length).toBeLessThan(seeds.length)
  })

  test('is mirrored in both states or in neither', () => {
    for (const seed of seeds) {
      const mirrored = states.map((state) => room('living', state, seed).includes('scale(-1 1)'))
      expect(mirrored[0]).toBe(mirrored[1])
    }
  })
})
