import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { PICTURE_WIDTHS_PX, pictureFile } from '#contract/pictures.ts'
import { empty } from '#drawings/empty.ts'
import { placeholderOf } from '#server/pictures/placeholder.ts'
import { banner, bannerTall } from './banner.ts'
import { portrait } from './portrait.ts'
import { room } from './room.ts'
import type { RoomKind } from './room.ts'

/** Writes the drawn pictures of the repository. README.md in this folder describes the call and the files. */
const root = join(import.meta.dirname, '../..')
const demo = join(root, 'server/demo/pictures')
const shared = join(root, 'server/data/rooms')
const web = join(root, 'web/public/drawings')
const WEBP = { quality: 60, effort: 6 }
const WOMEN = 54
const MEN = 18
const PAIRS_OF_A_KIND = 6
const SHARED_ROOMS_OF_A_KIND = 3
const kinds: readonly RoomKind[] = ['kitchen', 'bath', 'living', 'office', 'bedroom']

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const onePair = (name: string, kind: RoomKind, seed: number) =>
  (['before', 'after'] as const).map(
    (state) => [`${name}-${state}`, room(kind, state, seed)] as const,
  )

const drawings = new Map<string, string>([
  ...numbers(WOMEN).map((seed) => [`woman-${seed}`, portrait(seed, 'woman')] as const),
  ...numbers(MEN).map((seed) => [`man-${seed}`, portrait(seed, 'man')] as const),
  ...kinds.flatMap((kind) =>
    numbers(PAIRS_OF_A_KIND).flatMap((seed) => onePair(`${kind}-${seed}`, kind, seed)),
  ),
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
for (const [name, drawing] of drawings) index[name] = await write(name, drawing)
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
async function write(name: string, drawing: string): Promise<object> {
  const { data, info } = await decoded(drawing).webp(WEBP).toBuffer({ resolveWithObject: true })
  writeFileSync(join(demo, `${name}.webp`), data)
  for (const width of PICTURE_WIDTHS_PX)
    await decoded(drawing)
      .resize({ width })
      .webp(WEBP)
      .toFile(join(demo, pictureFile(`${name}.webp`, width)))
  const hash = createHash('sha256').update(data).digest('hex')
  return {
    file: `${hash.slice(0, 32)}.webp`,
    width: info.width,
    height: info.height,
    placeholder: await placeholderOf(decoded(drawing)),
  }
}

function decoded(drawing: string) {
  return sharp(Buffer.from(drawing)).removeAlpha()
}
