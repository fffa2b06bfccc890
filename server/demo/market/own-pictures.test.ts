// rule: demo-world
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isDrawing } from '#contract/pictures.ts'
import { chance } from '../chance.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { DEMO_PROFESSIONALS } from './demo-people.ts'
import { demoProfessionals } from './people.ts'
import type { DemoProfessional } from './people.ts'
import { storePictures } from './pictures.ts'
import { inhabitedZips } from './territory.ts'

let server: TestServer
let world: DemoProfessional[]
let cityOf: Map<number, number>
beforeAll(async () => {
  server = await testServer()
  await storePictures(server.context.files)
  const zips = await inhabitedZips(server.db)
  cityOf = new Map(zips.map(({ place_id, city_id }) => [place_id, city_id]))
  const areaOf = (label: string) => {
    const home = zips.find(({ zip, city, state }) => [zip, `${city}, ${state}`].includes(label))!
    return { place_id: home.zip === label ? home.place_id : home.city_id, label }
  }
  world = demoProfessionals(DEMO_PROFESSIONALS, areaOf, zips, 3_000, chance(1), new Date())
})
afterAll(() => server.close())

const picturesOf = ({ profile_image, gallery_images }: DemoProfessional) => [
  ...(profile_image ? [profile_image] : []),
  ...gallery_images,
]

test('the whole demo world shows no stored picture twice within a city', async () => {
  const hashes = new Map<string, string>()
  for (const file of new Set(world.flatMap(picturesOf))) {
    const bytes = await readFile(join(server.context.config.uploadsDir, file))
    hashes.set(file, createHash('sha256').update(bytes).digest('hex'))
  }
  const shown = new Map<number, string[]>()
  for (const professional of world) {
    const cities = professional.areas.map(({ place_id }) => cityOf.get(place_id) ?? place_id)
    for (const city of new Set(cities)) {
      const pictures = picturesOf(professional).map((file) => hashes.get(file)!)
      shown.set(city, [...(shown.get(city) ?? []), ...pictures])
    }
  }
  const repeated = [...shown].filter(([, hash]) => new Set(hash).size < hash.length)
  expect(repeated).toEqual([])
  expect(Math.max(...[...shown.values()].map((hash) => hash.length))).toBeGreaterThan(50)
})

test('nearly everybody who wants a portrait and photos has them, and all of them are drawings', () => {
  const share = (has: (one: DemoProfessional) => boolean) => world.filter(has).length / world.length
  expect(share(({ profile_image }) => profile_image !== null)).toBeGreaterThan(0.9)
  expect(share(({ gallery_images }) => gallery_images.length > 0)).toBeGreaterThan(0.85)
  expect(world.flatMap(picturesOf).every((file) => isDrawing(`/api/uploads/${file}`))).toBe(true)
})
