import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { DRAWING_MARK, PICTURE_WIDTHS_PX, pictureFile } from '#contract/pictures.ts'
import { empty } from '#drawings/empty.ts'
import { placeholderOf } from '#server/pictures/placeholder.ts'
import { banner, bannerTall } from './banner.ts'
import { portrait, traitsOf } from './portrait.ts'
import type { Presentation } from './portrait-person.ts'
import { room } from './room.ts'
import type { RoomKind } from './room.ts'

/** Writes the drawn pictures of the repository. README.md in this folder describes the call and the files. */
const root = join(import.meta.dirname, '../..')
const demo = join(root, 'server/demo/pictures')
const shared = join(root, 'server/data/rooms')
const web = join(root, 'web/public/drawings')
const WEBP = { quality: 60, effort: 6 }
const WOMEN = 78
const MEN = 30
const ROOMS_OF_A_KIND = 14
const SHARED_ROOMS_OF_A_KIND = 3
const kinds: readonly RoomKind[] = ['kitchen', 'bath', 'living', 'office', 'bedroom']

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const onePair = (name: string, kind: RoomKind, seed: number) =>
  (['before', 'after'] as const).map(
    (state) => [`${name}-${state}`, room(kind, state, seed)] as const,
  )

const portraits = (count: number, presentation: Presentation) =>
  numbers(count).map((seed) => ({
    name: `${presentation}-${seed}`,
    drawing: portrait(seed, presentation),
    traits: traitsOf(seed, presentation),
  }))
const rooms = kinds.flatMap((kind) =>
  numbers(ROOMS_OF_A_KIND).map((seed) => ({ name: `${kind}-${seed}`, kind, seed })),
)
const drawings = new Map<string, string>([
  ...rooms.map(({ name, kind, seed }) => [`${name}-after`, room(kind, 'after', seed)] as const),
  // Photos of one home, of one visit and of one review.
  ['home-kitchen-before', room('kitchen', 'before', 7)],
  ...(['kitchen', 'living', 'bedroom'] as const).map(
    (kind) => [`home-${kind}`, room(kind, 'after', 7)] as const,
  ),
  ...onePair('visit-kitchen', 'kitchen', 8),
  ...onePair('visit-bath', 'bath', 8),
  ['review', room('living', 'after', 9)],
])

for (const folder of [demo, shared]) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
}
const index: Record<string, object> = {}
for (const { name, drawing, traits } of [...portraits(WOMEN, 'woman'), ...portraits(MEN, 'man')])
  index[name] = { ...(await write(name, decoded(drawing))), ...traits }
for (const [name, drawing] of drawings) index[name] = await write(name, decoded(drawing))
for (const { name, kind, seed } of rooms)
  index[`${name}-pair`] = await write(`${name}-pair`, await beforeAndAfter(kind, seed))
writeFileSync(join(demo, 'index.json'), `${JSON.stringify(index, null, 2)}\n`)

for (const kind of ['living', 'kitchen', 'bedroom', 'bath'] as const)
  for (const seed of numbers(SHARED_ROOMS_OF_A_KIND)) {
    const drawing = room(kind, 'after', 20 + seed)
    await decoded(drawing)
      .webp(WEBP)
      .toFile(join(shared, `${kind}-${seed}.webp`))
  }

writeFileSync(join(web, 'banner.svg'), banner())
writeFileSync(join(web, 'banner-tall.svg'), bannerTall())
writeFileSync(join(web, 'no-picture.svg'), empty.error)

/** Writes a picture of the demo world in its sizes. Returns its name in storage, its size and its placeholder. */
async function write(name: string, picture: Sharp): Promise<object> {
  const { data, info } = await picture.clone().webp(WEBP).toBuffer({ resolveWithObject: true })
  writeFileSync(join(demo, `${name}.webp`), data)
  for (const width of PICTURE_WIDTHS_PX)
    await picture
      .clone()
      .resize({ width })
      .webp(WEBP)
      .toFile(join(demo, pictureFile(`${name}.webp`, width)))
  const hash = createHash('sha256').update(data).digest('hex')
  return {
    file: `${DRAWING_MARK}${hash.slice(DRAWING_MARK.length, 32)}.webp`,
    width: info.width,
    height: info.height,
    placeholder: await placeholderOf(picture.clone()),
  }
}

/** One picture of a room: its left half before cleaning, its right half after, and a white line between them. */
async function beforeAndAfter(kind: RoomKind, seed: number): Promise<Sharp> {
  const half = { left: 0, top: 0, width: 600, height: 900 }
  const left = await decoded(room(kind, 'before', seed))
    .extract(half)
    .png()
    .toBuffer()
  const line = { create: { width: 12, height: 900, channels: 3, background: '#fff' } } as const
  const joined = await decoded(room(kind, 'after', seed))
    .composite([
      { input: left, left: 0, top: 0 },
      { input: line, left: 594, top: 0 },
    ])
    .png()
    .toBuffer()
  return sharp(joined).removeAlpha()
}

function decoded(drawing: string) {
  return sharp(Buffer.from(drawing)).removeAlpha()
}
