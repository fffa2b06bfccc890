// rule: demo-world
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { DRAWING_MARK } from '#contract/pictures.ts'
import { empty } from '#drawings/empty.ts'
import { banner, bannerTall } from './banner.ts'
import { portrait } from './portrait.ts'
import { room } from './room.ts'

const kinds = ['kitchen', 'bath', 'living', 'office', 'bedroom'] as const
const states = ['before', 'after'] as const
const seeds = Array.from({ length: 60 }, (_, index) => index)
const folder = 'server/demo/pictures'

test('the committed files are the pictures that their index names', async () => {
  const index: Record<string, { file: string; width: number; height: number }> = JSON.parse(
    readFileSync(`${folder}/index.json`, 'utf8'),
  )
  for (const [name, { file, width, height }] of Object.entries(index)) {
    const data = readFileSync(`${folder}/${name}.webp`)
    const hash = createHash('sha256').update(data).digest('hex')
    expect(file).toBe(`${DRAWING_MARK}${hash.slice(DRAWING_MARK.length, 32)}.webp`)
    expect(await sharp(data).metadata()).toMatchObject({ format: 'webp', width, height })
  }
  expect(readdirSync(folder)).toHaveLength(Object.keys(index).length * 3 + 1)
})

test('the committed SVG files are equal to the drawings', async () => {
  const published = (name: string) => `../../web/public/drawings/${name}.svg`
  await expect(banner()).toMatchFileSnapshot(published('banner'))
  await expect(bannerTall()).toMatchFileSnapshot(published('banner-tall'))
  await expect(empty.error).toMatchFileSnapshot(published('no-picture'))
})

describe('a picture', () => {
  test('is the same for the same seed', () => {
    expect(portrait(7, 'woman')).toBe(portrait(7, 'woman'))
    expect(room('bath', 'before', 7)).toBe(room('bath', 'before', 7))
  })

  test('has no broken number, whatever the seed', () => {
    const rooms = kinds.flatMap((kind) =>
      states.flatMap((state) => seeds.map((seed) => room(kind, state, seed))),
    )
    for (const drawing of [...rooms, ...seeds.map((seed) => portrait(seed, 'woman'))])
      expect(drawing).not.toMatch(/NaN|undefined/)
  })
})

test('portraits differ from person to person', () => {
  expect(new Set(seeds.map((seed) => portrait(seed, 'woman'))).size).toBe(seeds.length)
})

describe('a room', () => {
  test.each(kinds)('the %s looks different once it is clean', (kind) => {
    for (const seed of seeds.slice(0, 6))
      expect(room(kind, 'before', seed)).not.toBe(room(kind, 'after', seed))
  })

  test('is mirrored in both states or in neither', () => {
    for (const seed of seeds) {
      const mirrored = states.map((state) => room('living', state, seed).includes('scale(-1 1)'))
      expect(mirrored[0]).toBe(mirrored[1])
    }
  })
})
