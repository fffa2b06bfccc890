import type { ReactNode } from 'react'
import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form'
import { BOOKING_LENGTHS } from '#contract/bookings/booking-fields.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import type { Address } from './home-fields.ts'

type AddressFieldsProps = {
  register: (name: keyof Address) => UseFormRegisterReturn
  errors: FieldErrors<Address>
  labels: Record<keyof Address, string>
  /** Below the ZIP code. */
  help?: ReactNode
}

/** The address of a home, or of a booking without one. The form fills in city and state: `useCityOfZip`. */
export function AddressFields({ register, errors, labels, help }: AddressFieldsProps) {
  const field = (name: keyof Address) => ({
    label: labels[name],
    required: true,
    maxLength: BOOKING_LENGTHS[name].max,
    error: errors[name]?.message,
    ...register(name),
  })
  return (
    <>
      <TextField {...field('address')} autoComplete="street-address" className="sm:col-span-2" />
      <div className="col-span-full grid grid-cols-2 items-start gap-4">
        <TextField {...field('city')} autoComplete="address-level2" />
        <TextField {...field('state')} autoComplete="address-level1" />
        <TextField
          {...field('zip_code')}
          help={help}
          inputMode="numeric"
          autoComplete="postal-code"
        />
      </div>
    </>
  )
}
