import { DEMO_PICTURES } from './pictures.ts'
import type { Portrait, Room } from './pictures.ts'
import type { Area, Home } from './territory.ts'

export type PictureWish = {
  presentation: 'woman' | 'man'
  /** The tones of skin that fit the name. */
  tones: readonly [from: number, to: number]
  /** The number of a portrait that is theirs alone in their cities. */
  portrait?: number
  /** From 0 to 1: where the search for a free portrait and for free rooms begins. Null: no portrait. */
  portraitFrom: number | null
  roomsFrom: number
  /** How many photos of rooms they show. */
  photos: number
}
type Person = { wish: PictureWish; areas: readonly Area[]; years_experience: string }
type Pictures = { profile_image: string | null; gallery_images: string[] }

/**
 * The pictures of each person, of which nobody else who serves one of the same cities has one. Where none is left they
 * have no portrait, or fewer photos. rule: demo-world
 */
export function ownPictures(people: readonly Person[], zips: readonly Home[]): Pictures[] {
  const cityOf = new Map(zips.map(({ place_id, city_id }) => [place_id, city_id]))
  const usedIn = new Map<number, Set<string>>()
  return people.map(({ wish, areas, years_experience: years }) => {
    const cities = new Set(areas.map(({ place_id }) => cityOf.get(place_id) ?? place_id))
    const used = [...cities].map((city) => {
      const files = usedIn.get(city) ?? new Set()
      usedIn.set(city, files)
      return files
    })
    const isFree = (file: string) => used.every((files) => !files.has(file))
    const pictures = {
      profile_image: portraitFor(wish, years, isFree)?.file ?? null,
      gallery_images: roomsFor(wish, isFree),
    }
    for (const files of used)
      for (const file of [pictures.profile_image, ...pictures.gallery_images])
        if (file) files.add(file)
    return pictures
  })
}

/** The free portrait that fits best. */
function portraitFor(
  { presentation, tones, portrait, portraitFrom }: PictureWish,
  years: string,
  isFree: (file: string) => boolean,
): Portrait | undefined {
  const all = DEMO_PICTURES[presentation]
  if (portraitFrom === null) return undefined
  if (portrait !== undefined) return all[portrait]
  const free = from(all, portraitFrom).filter(({ file }) => isFree(file))
  const misfit = ({ tone, age, style }: Portrait) =>
    Math.max(0, tones[0] - tone, tone - tones[1]) * 4 +
    (style === 'hijab' ? 3 : 0) +
    (age === 'older' && /^[123]$/.test(years) ? 1 : 0) +
    (age === 'young' && years === '10+' ? 2 : 0)
  return free.toSorted((one, other) => misfit(one) - misfit(other))[0]
}

/** Clean rooms, each followed by its halves before and after: a card shows the first. */
function roomsFor({ photos, roomsFrom }: PictureWish, isFree: (file: string) => boolean): string[] {
  const chosen: Room[] = []
  for (const room of from(DEMO_PICTURES.rooms, roomsFrom)) {
    if (chosen.length * 2 >= photos) break
    if (isFree(room.after) && chosen.every(({ kind }) => kind !== room.kind)) chosen.push(room)
  }
  return chosen.flatMap(({ after, pair }) => [after, pair]).slice(0, photos)
}

function from<Thing>(all: readonly Thing[], start: number): Thing[] {
  const first = Math.floor(start * all.length)
  return [...all.slice(first), ...all.slice(0, first)]
}
