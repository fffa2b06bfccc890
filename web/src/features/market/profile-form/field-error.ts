import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { FIELD_OF_PROBLEM } from '#contract/market/profile-checks.ts'
import type { ProfileField } from '#contract/market/profile-checks.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import type { FormValues } from './form-values.ts'

/** The sentence at a field, if an error is shown there. */
export type FieldErrorOf = (field: ProfileField) => string | undefined

/** The field of a refused save; undefined when the refusal concerns no single field. */
export function fieldOfRefusal(code: RefusalCode): ProfileField | undefined {
  return FIELDS[code]
}

const FIELDS: Partial<Record<RefusalCode, ProfileField>> = {
  ...FIELD_OF_PROBLEM,
  full_name_too_long: 'full_name',
  bio_too_long: 'bio',
  service_type_invalid: 'services_offered',
  area_unknown: 'service_areas',
  too_many_areas: 'service_areas',
  zip_unknown: 'base_zip',
  ssn_taken: 'ssn',
  ssn_verified: 'ssn',
  image_unreadable: 'profile_image',
  image_too_large_to_open: 'profile_image',
}

/**
 * The one error that is shown. The focus moves to its field, so that a screen reader reads both. A change of the
 * field removes it. `portrait` is the photo's input; while `busy`, fields are disabled and cannot take the focus.
 * rule: profile-checks
 */
export function useFieldError(
  form: UseFormReturn<FormValues>,
  portrait: RefObject<HTMLInputElement | null>,
  busy: boolean,
) {
  const [fieldError, setFieldError] = useState<{ field: ProfileField; text: string }>()
  const clear = () => setFieldError(undefined)

  useEffect(() => {
    if (!fieldError || busy) return
    if (fieldError.field === 'profile_image') portrait.current?.focus()
    else form.setFocus(fieldError.field)
  }, [fieldError, busy, form, portrait])
  useEffect(() => {
    const typing = form.watch((_, { name }) => {
      if (name === fieldError?.field) setFieldError(undefined)
    })
    return () => typing.unsubscribe()
  }, [form, fieldError])

  return {
    errorOf: (field: ProfileField) => (fieldError?.field === field ? fieldError.text : undefined),
    show: (field: ProfileField, text: string) => setFieldError({ field, text }),
    clear,
  }
}
