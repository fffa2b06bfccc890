import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { FIELD_OF_PROBLEM } from '#contract/market/profile-checks.ts'
import type { ProfileField } from '#contract/market/profile-checks.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import type { FormValues } from './form-values.ts'
import { partOf } from './part-tabs.tsx'
import type { FormPart } from './part-tabs.tsx'

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

/** A field with the sentence about its error. */
export type FieldError = { field: ProfileField; text: string }

/**
 * The errors that are shown, in the order of the checks. The focus moves to the first field, so that a screen reader
 * reads both; before that, the part of the form with the field opens. A change of a field removes its error.
 * `portrait` is the photo's input; while `busy`, fields are disabled and cannot take the focus.
 * rule: profile-checks
 */
export function useFieldErrors(
  form: UseFormReturn<FormValues>,
  portrait: RefObject<HTMLInputElement | null>,
  busy: boolean,
) {
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [part, setPart] = useState<FormPart>('you')
  const [toFocus, setToFocus] = useState<{ field: ProfileField }>()
  const remove = (field: ProfileField) =>
    setErrors((before) => before.filter((error) => error.field !== field))

  useEffect(() => {
    if (!toFocus || busy) return
    if (toFocus.field === 'profile_image') portrait.current?.focus()
    else form.setFocus(toFocus.field)
  }, [toFocus, busy, form, portrait])
  useEffect(() => {
    const typing = form.watch((_, { name }) =>
      setErrors((before) => before.filter(({ field }) => field !== name)),
    )
    return () => typing.unsubscribe()
  }, [form])

  return {
    /** The part of the form that a phone shows. */
    part,
    setPart,
    wrongParts: errors.map(({ field }) => partOf(field)),
    errorOf: (field: ProfileField) => errors.find((error) => error.field === field)?.text,
    show: (shown: readonly FieldError[]) => {
      setErrors(shown)
      const [first] = shown
      if (!first) return
      setPart(partOf(first.field))
      setToFocus({ field: first.field })
    },
    remove,
  }
}
