import { useEffect, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import type { BookingField } from '#contract/bookings/booking-fields.ts'
import type { BookingFields } from '../booking-draft.ts'
import type { Step } from './steps.ts'

/**
 * The step that is shown. A step that appears takes the focus to its heading, or to the field that is wrong.
 * rule: booking-dialog
 */
export function useSteps(
  form: UseFormReturn<BookingFields>,
  onChange: (fields: BookingFields) => void,
) {
  const { control, setValue, setFocus, getValues } = form
  const step = useWatch({ control, name: 'step' }) ?? 1
  const heading = useRef<HTMLHeadingElement>(null)
  const wrong = useRef<BookingField>(undefined)
  const shownStep = useRef<Step>(undefined)
  useEffect(() => {
    if (shownStep.current === step) return
    shownStep.current = step
    heading.current?.focus()
    if (wrong.current) setFocus(wrong.current)
    wrong.current = undefined
  }, [step, setFocus])
  const go = (to: Step, field?: BookingField) => {
    if (to === step) {
      if (field) setFocus(field)
      else heading.current?.focus()
      return
    }
    wrong.current = field
    setValue('step', to)
    onChange(getValues())
  }
  return { step, heading, go }
}

export type Steps = ReturnType<typeof useSteps>
