import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { ProfileField } from '#contract/profile-checks.ts'
import type { Typed } from './typed.ts'

/**
 * The one complaint that is shown: at its field, to which the focus moves, so that a screen reader reads both. It goes when the field
 * changes. `portrait` is where the photo is chosen; `busy` says that no field can be reached right now.
 */
export function useComplaint(
  form: UseFormReturn<Typed>,
  portrait: RefObject<HTMLInputElement | null>,
  busy: boolean,
) {
  const [complaint, setComplaint] = useState<{ field: ProfileField; text: string }>()
  const clear = () => setComplaint(undefined)

  useEffect(() => {
    if (!complaint || busy) return
    if (complaint.field === 'profile_image') portrait.current?.focus()
    else form.setFocus(complaint.field)
  }, [complaint, busy, form, portrait])
  useEffect(() => {
    const typing = form.watch((_, { name }) => {
      if (name === complaint?.field) setComplaint(undefined)
    })
    return () => typing.unsubscribe()
  }, [form, complaint])

  return {
    complaintOf: (field: ProfileField) => (complaint?.field === field ? complaint.text : undefined),
    complain: (field: ProfileField, text: string) => setComplaint({ field, text }),
    clear,
  }
}
