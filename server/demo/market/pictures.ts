import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { DRAWING_MARK, PICTURE_WIDTHS_PX, pictureFile } from '#contract/pictures.ts'
import type { Picture as PictureFacts } from '#contract/market/professionals.ts'
import { pictureUrl } from '#server/pictures/stored-picture.ts'
import type { StoredPicture } from '#server/pictures/stored-picture.ts'
import type { Files } from '#server/outside/files/files.ts'

/** A drawn picture: its name in storage, its size, and what is shown until it has loaded. */
type Drawn = { file: string; width: number; height: number; placeholder: string }
/** A portrait, with what can fit a name: the tone of the skin from 0 (light) to 8, the age and the hair. */
export type Portrait = Pick<Drawn, 'file'> & { tone: number; age: string; style: string }
/** A room after cleaning, and one picture with its halves before and after. */
export type Room = { kind: string; after: string; pair: string }

const folder = new URL('../pictures/', import.meta.url)
// scripts/pictures/make.ts writes the pictures and their index.
const index: Record<string, Drawn & Partial<Portrait>> = JSON.parse(
  readFileSync(new URL('index.json', folder), 'utf8'),
)
const named = (pattern: RegExp) => Object.keys(index).filter((name) => pattern.test(name))
const portraitsOf = (pattern: RegExp) => named(pattern).map((name) => index[name] as Portrait)

const [women, men] = [/^woman-\d+$/, /^man-\d+$/]
const roomPair = /^[a-z]+-\d+-pair$/
// The rooms of one seed stand together, one of each kind.
const rooms = named(roomPair)
  .map((name) => name.replace(/-pair$/, ''))
  .toSorted((one, other) => seedOf(one) - seedOf(other))

/** The drawn pictures of professionals. */
export const DEMO_PICTURES = {
  woman: portraitsOf(women),
  man: portraitsOf(men),
  rooms: rooms.map((name): Room => ({
    kind: name.split('-')[0]!,
    after: index[`${name}-after`]!.file,
    pair: index[`${name}-pair`]!.file,
  })),
}

/** Stores the public pictures that are missing. Returns size and placeholder by file. */
export async function storePictures(files: Files): Promise<Map<string, PictureFacts>> {
  const names = [
    ...named(women),
    ...named(men),
    ...rooms.flatMap((name) => [`${name}-pair`, `${name}-after`]),
  ]
  const stored = new Map<string, PictureFacts>()
  for (const name of names) {
    const { file, width, height, placeholder } = index[name]!
    await store(files, name, file)
    stored.set(file, { url: pictureUrl(file), width, height, placeholder })
  }
  return stored
}

/** Stores a photo that is private: of a message, or of a home. */
export function storePrivatePicture(
  files: Files,
  name: `home-${'kitchen-before' | 'kitchen' | 'living' | 'bedroom'}`,
): Promise<StoredPicture> {
  return storeFor(files, name, 'private-', '/api/chat/pictures/')
}

/** Stores a photo of a review. */
export function storeReviewPhoto(files: Files): Promise<StoredPicture> {
  return storeFor(files, 'review', 'review-', '/api/review-photos/')
}

/** Stores the photos of visits, which are private, and the public copies of the first two. */
export async function storeVisitPhotos(files: Files) {
  const stored = async (name: string, copy = false) => {
    // Hashed again, so that the copy's name does not follow from the other.
    const file = copy
      ? `pair-${DRAWING_MARK}${hashed(index[name]!.file).slice(DRAWING_MARK.length)}.webp`
      : `private-${index[name]!.file}`
    await store(files, name, file)
    return file
  }
  const [before, after] = ['visit-kitchen-before', 'visit-kitchen-after'] as const
  return {
    allowed: {
      before: await stored(before),
      after: await stored(after),
      copies: { before: await stored(before, true), after: await stored(after, true) },
    },
    asked: {
      before: await stored('visit-bath-before'),
      after: await stored('visit-bath-after'),
    },
  }
}

async function storeFor(
  files: Files,
  name: string,
  prefix: string,
  address: string,
): Promise<StoredPicture> {
  const { file: hash, width, height, placeholder } = index[name]!
  const file = `${prefix}${hash}`
  await store(files, name, file)
  return { file, facts: { url: `${address}${file}`, width, height, placeholder } }
}

/** Stores one picture in its sizes under the name `file`. The largest is last: if it exists, the others do. */
async function store(files: Files, name: string, file: string): Promise<void> {
  if (await files.has(file)) return
  const drawn = (from: string) => readFile(new URL(from, folder))
  for (const width of PICTURE_WIDTHS_PX)
    await files.put(pictureFile(file, width), await drawn(pictureFile(`${name}.webp`, width)))
  await files.put(file, await drawn(`${name}.webp`))
}

function seedOf(name: string): number {
  return Number(name.split('-')[1])
}

function hashed(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
