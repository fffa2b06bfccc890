import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { PICTURE_WIDTHS_PX, pictureFile } from '#contract/pictures.ts'
import type { Picture as PictureFacts } from '#contract/professionals.ts'
import { portrait } from '#drawings/portrait.ts'
import { room } from '#drawings/room.ts'
import type { RoomKind } from '#drawings/room.ts'
import type { RoomState } from '#drawings/room-setting.ts'
import { pictureUrl } from '#server/features/media/stored-picture.ts'
import type { StoredPicture } from '#server/features/media/stored-picture.ts'
import { placeholderOf } from '#server/features/media/placeholder.ts'
import type { Files } from '#server/outside/files/files.ts'

/** The version of the encoding. It is part of the file names. */
const RECIPE = { quality: 82, effort: 1 }
const PARALLEL_DRAWINGS = 4
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

/** The file names of the drawn pictures: portraits, and rooms before and after. */
export const DEMO_PICTURES = {
  woman: women.map(({ file }) => file),
  man: men.map(({ file }) => file),
  rooms: pairs.map(({ before, after }) => ({ before: before.file, after: after.file })),
}

/**
 * Renders the pictures that are missing, in three sizes. The largest is written last: if it exists, the others do.
 * Returns size and placeholder by file.
 */
export async function paintPictures(files: Files): Promise<Map<string, PictureFacts>> {
  const waiting = [...women, ...men, ...pairs.flatMap(({ before, after }) => [before, after])]
  const painted = new Map<string, PictureFacts>()
  const paintOn = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      painted.set(next.file, await paint(files, next))
    }
  }
  await Promise.all(numbers(PARALLEL_DRAWINGS).map(paintOn))
  return painted
}

/** Renders a photo that is private: of a message, or of a home. */
export async function paintPrivatePicture(
  files: Files,
  kind: RoomKind,
  state: RoomState,
): Promise<StoredPicture> {
  const { file: name, drawing } = picture(room(kind, state, PAIRS_OF_A_KIND + 1))
  const file = `private-${name}`
  const facts = await paint(files, { file, drawing })
  return { file, facts: { ...facts, url: `/api/chat/pictures/${file}` } }
}

/** Renders a photo of a review. */
export async function paintReviewPhoto(files: Files): Promise<StoredPicture> {
  const { file: name, drawing } = picture(room('living', 'after', PAIRS_OF_A_KIND + 3))
  const file = `review-${name}`
  const facts = await paint(files, { file, drawing })
  return { file, facts: { ...facts, url: `/api/review-photos/${file}` } }
}

/** Renders the photos of visits, which are private, and the public copies of the first two. */
export async function paintVisitPhotos(files: Files) {
  const drawn = async (prefix: 'private-' | 'pair-', drawing: string) => {
    // A space gives the copy a name that does not follow from the other.
    const file = `${prefix}${picture(prefix === 'pair-' ? `${drawing} ` : drawing).file}`
    await paint(files, { file, drawing })
    return file
  }
  const seed = PAIRS_OF_A_KIND + 2
  const [before, after] = [room('kitchen', 'before', seed), room('kitchen', 'after', seed)]
  return {
    allowed: {
      before: await drawn('private-', before),
      after: await drawn('private-', after),
      copies: { before: await drawn('pair-', before), after: await drawn('pair-', after) },
    },
    asked: {
      before: await drawn('private-', room('bath', 'before', seed)),
      after: await drawn('private-', room('bath', 'after', seed)),
    },
  }
}

async function paint(files: Files, { file, drawing }: Picture): Promise<PictureFacts> {
  const { data, info } = await sharp(Buffer.from(drawing))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const decoded = () => sharp(data, { raw: { width, height, channels } })
  if (!(await files.has(file))) {
    for (const size of PICTURE_WIDTHS_PX) {
      const small = await decoded().resize({ width: size }).webp(RECIPE).toBuffer()
      await files.put(pictureFile(file, size), small)
    }
    await files.put(file, await decoded().webp(RECIPE).toBuffer())
  }
  return { url: pictureUrl(file), width, height, placeholder: await placeholderOf(decoded()) }
}

/** A file name from the drawing's content, so that the same picture is rendered once. */
function picture(drawing: string): Picture {
  const hash = createHash('sha256').update(JSON.stringify(RECIPE)).update(drawing).digest('hex')
  return { file: `${hash.slice(0, 32)}.webp`, drawing }
}
