import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { FIELD_OF_COMPLAINT } from '#contract/profile-checks.ts'
import type { ProfileField } from '#contract/profile-checks.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import type { FormValues } from './form-values.ts'

/** The sentence at a field, if a complaint is shown there. */
export type ComplaintOf = (field: ProfileField) => string | undefined

/** The field of a refused save; undefined when the refusal concerns no single field. */
export function fieldOfRefusal(code: RefusalCode): ProfileField | undefined {
  return FIELDS[code]
}

const FIELDS: Partial<Record<RefusalCode, ProfileField>> = {
  ...FIELD_OF_COMPLAINT,
  full_name_too_long: 'full_name',
  bio_too_long: 'bio',
  service_type_invalid: 'services_offered',
  area_unknown: 'service_areas',
  too_many_areas: 'service_areas',
  ssn_taken: 'ssn',
  image_unreadable: 'profile_image',
  image_too_large_to_open: 'profile_image',
}

/**
 * The one complaint that is shown. The focus moves to its field, so that a screen reader reads both. A change of the
 * field removes it. `portrait` is the photo's input; while `busy`, fields are disabled and cannot take the focus.
 * rule: profile-checks
 */
export function useComplaint(
  form: UseFormReturn<FormValues>,
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
