import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { PICTURE_WIDTHS_PX, pictureFile } from '#contract/pictures.ts'
import { portrait } from '#drawings/portrait.ts'
import { room } from '#drawings/room.ts'
import type { RoomKind } from '#drawings/room.ts'
import type { Files } from '#server/outside/files/files.ts'

/** How they are encoded; another recipe gives other names. */
const RECIPE = { quality: 82, effort: 1 }
const AT_ONCE = 4
const WOMEN = 54
const MEN = 18
const PAIRS_OF_A_KIND = 6
const kinds: readonly RoomKind[] = ['kitchen', 'bath', 'living', 'office', 'bedroom']

type Picture = { file: string; drawing: string }

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
const women = numbers(WOMEN).map((seed) => picture(portrait(seed + 1, { presentation: 'woman' })))
const men = numbers(MEN).map((seed) => picture(portrait(seed + 1, { presentation: 'man' })))
const pairs = numbers(PAIRS_OF_A_KIND).flatMap((seed) =>
  kinds.map((kind) => ({
    before: picture(room(kind, 'before', seed + 1)),
    after: picture(room(kind, 'after', seed + 1)),
  })),
)

/** The files of the drawn pictures that demo professionals share: portraits, and rooms before and after. */
export const DEMO_PICTURES = {
  woman: women.map(({ file }) => file),
  man: men.map(({ file }) => file),
  rooms: pairs.map(({ before, after }) => ({ before: before.file, after: after.file })),
}

/** Paints whatever is not there yet, each in its three sizes, the largest last: where it is, the others are. */
export async function paintPictures(files: Files): Promise<void> {
  const waiting = [...women, ...men, ...pairs.flatMap(({ before, after }) => [before, after])]
  const paintOn = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await paint(files, next)
  }
  await Promise.all(numbers(AT_ONCE).map(paintOn))
}

async function paint(files: Files, { file, drawing }: Picture): Promise<void> {
  if (await files.has(file)) return
  const { data, info } = await sharp(Buffer.from(drawing))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  for (const width of PICTURE_WIDTHS_PX) {
    const small = await sharp(data, { raw }).resize({ width }).webp(RECIPE).toBuffer()
    await files.put(pictureFile(file, width), small)
  }
  await files.put(file, await sharp(data, { raw }).webp(RECIPE).toBuffer())
}

/** Named after what is drawn, so that the same picture is painted once. */
function picture(drawing: string): Picture {
  const hash = createHash('sha256').update(JSON.stringify(RECIPE)).update(drawing).digest('hex')
  return { file: `${hash.slice(0, 32)}.webp`, drawing }
}
