import { useEffect, useState } from 'react'
import { randomKey } from '#web/api/random-key.ts'

/** A picture that is chosen and not uploaded yet. */
export type ChosenPhoto = {
  id: number
  file: File
  /** An object URL, valid in this page only. */
  preview: string
  /** The idempotency key, the same for every retry. */
  key: string
  /** Upload progress, 0 to 1. */
  sent?: number | undefined
  /** Why the upload failed. */
  problem?: string | undefined
}

let lastId = 0
const chosen = (file: File): ChosenPhoto => ({
  id: ++lastId,
  file,
  preview: URL.createObjectURL(file),
  key: randomKey(),
})

/** The profile photo and gallery pictures that wait for the save. */
export function useChosenPhotos() {
  const [portrait, setPortrait] = useState<ChosenPhoto>()
  const [gallery, setGallery] = useState<readonly ChosenPhoto[]>([])
  useRevokedPreviews(portrait ? [portrait, ...gallery] : gallery)
  return {
    portrait,
    gallery,
    choosePortrait: (file: File) => setPortrait(chosen(file)),
    dropPortrait: () => setPortrait(undefined),
    addToGallery: (files: readonly File[]) =>
      setGallery((before) => [...before, ...files.map(chosen)]),
    dropFromGallery: (id: number) =>
      setGallery((before) => before.filter((photo) => photo.id !== id)),
    update: (id: number, change: Pick<ChosenPhoto, 'sent' | 'problem'>) =>
      setGallery((before) =>
        before.map((photo) =>
          photo.id === id ? { ...photo, sent: undefined, problem: undefined, ...change } : photo,
        ),
      ),
  }
}

export type ChosenPhotos = ReturnType<typeof useChosenPhotos>

/** Revokes previews that are no longer shown, because each holds its picture in memory. */
function useRevokedPreviews(photos: readonly ChosenPhoto[]) {
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
