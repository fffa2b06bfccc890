import { useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { ChosenPhotos } from './photos.ts'
import { withoutSsn } from './typed.ts'
import type { Kept, Typed } from './typed.ts'

/** Tells `keep` of every change: what is typed, and the names of the pictures that are chosen. */
export function useKeptTyping(
  form: UseFormReturn<Typed>,
  photos: ChosenPhotos,
  keep: (fields: Kept, photos: string[]) => void,
): void {
  const names = [photos.portrait, ...photos.gallery].flatMap((photo) =>
    photo ? [photo.file.name] : [],
  )
  const together = names.join('\n')
  const before = useRef(together)
  const current = () => keep(withoutSsn(form.getValues()), names)
  useEffect(() => {
    const typing = form.watch(current)
    return () => typing.unsubscribe()
  })
  useEffect(() => {
    if (before.current === together) return
    before.current = together
    current()
  })
}
