import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import type { NextSlot } from '#contract/calendar/slots.ts'
import type { ServiceType } from '#contract/product.ts'
import type { BookingFields } from '../dialog/booking-draft.ts'
import SlotPicker from '../times/slot-picker.tsx'
import type { MovedVisit } from '../times/slots.api.ts'

/** Date and time at the home. */
export type ChosenTime = Pick<NextSlot, 'booking_date' | 'booking_time'>

type ProposePickerProps = {
  professionalId: string
  name: string
  moved: MovedVisit
  visit: { zip_code: string; service_type: ServiceType; estimated_hours: number }
  /** The time that is chosen when the picker appears. */
  chosen: ChosenTime
  /** The missing or refused choices. */
  problems: { booking_date?: string; booking_time?: string }
  fields: ReactNode
  onChoose: (time: ChosenTime) => void
  onOther: () => void
}

/** The picker of the booking dialog for a visit whose home, service and hours stand. rule: slot-picker */
export default function ProposePicker({
  visit,
  chosen,
  problems,
  onChoose,
  ...rest
}: ProposePickerProps) {
  const errors = useErrors(problems)
  const form = useForm<BookingFields>({
    defaultValues: {
      ...chosen,
      zip_code: visit.zip_code,
      service_type: visit.service_type,
      estimated_hours: String(visit.estimated_hours),
    },
    ...(errors && { errors }),
  })
  return (
    <SlotPicker
      {...rest}
      form={form}
      onChange={({ booking_date, booking_time }) => onChoose({ booking_date, booking_time })}
    />
  )
}

/** The errors of the form. One object while the problems stay, because each new one takes the focus to its field. */
function useErrors({ booking_date, booking_time }: ProposePickerProps['problems']) {
  return useMemo(() => {
    if (!booking_date && !booking_time) return undefined
    const errorOf = (message: string) => ({ type: 'required', message })
    return {
      ...(booking_date && { booking_date: errorOf(booking_date) }),
      ...(booking_time && { booking_time: errorOf(booking_time) }),
    }
  }, [booking_date, booking_time])
}
