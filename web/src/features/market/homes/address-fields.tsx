import type { ReactNode } from 'react'
import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form'
import { BOOKING_LENGTHS } from '#contract/bookings/booking-fields.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { classNames } from '#web/ui/class-names.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import type { Address } from './home-fields.ts'

/** The name of each field, which a conflict between two devices lists too. */
export const ADDRESS_LABELS = {
  address: 'address.street',
  city: 'address.city',
  state: 'address.state',
  zip_code: 'address.zip',
} as const

type AddressFieldsProps = {
  register: (name: keyof Address) => UseFormRegisterReturn
  errors: FieldErrors<Address>
  /** Below the ZIP code. */
  help?: ReactNode
}

/** The address of a home, or of a booking without one. The form fills in city and state: `useCityOfZip`. */
export function AddressFields({ register, errors, help }: AddressFieldsProps) {
  const { t } = useTranslation('homes')
  const field = (name: keyof Address) => ({
    label: t(ADDRESS_LABELS[name]),
    required: true,
    maxLength: BOOKING_LENGTHS[name].max,
    error: errors[name]?.message,
    ...register(name),
  })
  const isWrong = errors.city ?? errors.state ?? errors.zip_code
  return (
    <>
      <TextField {...field('address')} autoComplete="street-address" className="sm:col-span-2" />
      <div className="@container col-span-full">
        <div
          className={classNames(
            'grid grid-cols-2 items-start gap-x-3 gap-y-4',
            // The sentence of an error needs the room.
            !isWrong && '@min-[17rem]:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1.4fr)]',
          )}
        >
          <TextField {...field('city')} autoComplete="address-level2" />
          <TextField {...field('state')} autoComplete="address-level1" />
          <TextField
            {...field('zip_code')}
            help={help}
            inputMode="numeric"
            autoComplete="postal-code"
          />
        </div>
      </div>
    </>
  )
}
