import { useEffect, useState } from 'react'
import { randomKey } from '#web/api/random-key.ts'

/** A picture that is chosen and not on the server yet. */
export type ChosenPhoto = {
  id: number
  file: File
  /** Shows it; ours only in this page. */
  preview: string
  /** Decision 40: the same when it is tried again. */
  key: string
  /** 0 to 1 while it is on its way. */
  sent?: number | undefined
  /** Why it did not arrive. */
  problem?: string | undefined
}

let lastId = 0
const chosen = (file: File): ChosenPhoto => ({
  id: ++lastId,
  file,
  preview: URL.createObjectURL(file),
  key: randomKey(),
})

/** The photo and the gallery images that were chosen here and wait to be sent. */
export function useChosenPhotos() {
  const [portrait, setPortrait] = useState<ChosenPhoto>()
  const [gallery, setGallery] = useState<readonly ChosenPhoto[]>([])
  useReleased(portrait ? [portrait, ...gallery] : gallery)
  return {
    portrait,
    gallery,
    choosePortrait: (file: File) => setPortrait(chosen(file)),
    dropPortrait: () => setPortrait(undefined),
    addToGallery: (files: readonly File[]) =>
      setGallery((before) => [...before, ...files.map(chosen)]),
    dropFromGallery: (id: number) =>
      setGallery((before) => before.filter((photo) => photo.id !== id)),
    update: (id: number, news: Pick<ChosenPhoto, 'sent' | 'problem'>) =>
      setGallery((before) =>
        before.map((photo) =>
          photo.id === id ? { ...photo, sent: undefined, problem: undefined, ...news } : photo,
        ),
      ),
  }
}

export type ChosenPhotos = ReturnType<typeof useChosenPhotos>

/** A preview holds its picture in memory until it is let go. */
function useReleased(photos: readonly ChosenPhoto[]) {
  const [shown] = useState(() => new Set<string>())
  useEffect(() => {
    const now = new Set(photos.map(({ preview }) => preview))
    for (const preview of shown) {
      if (!now.has(preview)) URL.revokeObjectURL(preview)
    }
    shown.clear()
    for (const preview of now) shown.add(preview)
  })
  useEffect(() => () => shown.forEach((preview) => URL.revokeObjectURL(preview)), [shown])
}

/** What file fields offer, and what counts as a picture here (decision 36). */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']
