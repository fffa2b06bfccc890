import { Suspense, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { BOOKING_LENGTHS } from '#contract/bookings/booking-fields.ts'
import type { ShownProfessional } from '#web/features/market/professionals/professionals.api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { lazyPart } from '#web/ui/states/lazy-part.tsx'
import { PickerSkeleton } from '../../times/picker-skeleton.tsx'
import { bookableDays } from '../../times/today.ts'
import type { BookingFields } from '../booking-draft.ts'
import type { SeriesOfDialog } from '../use-series-request.ts'

const SeriesPart = lazyPart(() => import('../series-part.tsx'))
const SlotPicker = lazyPart(() => import('../../times/slot-picker.tsx'))

type Form = UseFormReturn<BookingFields>

type StepWhenProps = {
  form: Form
  professional: ShownProfessional
  series: SeriesOfDialog
  onChange: (fields: BookingFields) => void
  /** Leads on from a time that was chosen. */
  onChosen: () => void
}

/** The free times of a professional who has stated their hours, or the fields for any time. rule: slot-picker */
export function StepWhen({ form, professional, series, onChange, onChosen }: StepWhenProps) {
  const { t } = useTranslation('bookings')
  const { getValues, setValue } = form
  // A draft may have a time that was typed and is not offered.
  const [isPicking, setIsPicking] = useState(
    () => professional.times_stated === true && !isTyped(getValues()),
  )
  const type = () => {
    setValue('offered_hours', undefined)
    onChange(getValues())
    setIsPicking(false)
  }
  const pick = () => {
    if (isTyped(getValues())) setValue('offered_hours', getValues('estimated_hours'))
    setIsPicking(true)
  }
  const fields = <WhenFields form={form} />
  return (
    <>
      {isPicking ? (
        <>
          <ZipField form={form} />
          <Suspense fallback={<PickerSkeleton />}>
            <SlotPicker
              professionalId={professional.user_id}
              name={professional.user_details.first_name}
              form={form}
              fields={fields}
              onChange={onChange}
              onChosen={onChosen}
              onOther={type}
              onClose={type}
            />
          </Suspense>
        </>
      ) : (
        <>
          <div className="grid items-start gap-4 sm:grid-cols-2">{fields}</div>
          {professional.times_stated && (
            <Button look="link" className="-ml-5 self-start" onClick={pick}>
              {t('slots.back')}
            </Button>
          )}
        </>
      )}
      {series.frequency && (
        <Suspense fallback={<PickerSkeleton />}>
          <SeriesPart series={series} />
        </Suspense>
      )}
    </>
  )
}

const isTyped = ({ booking_time, offered_hours }: BookingFields) =>
  booking_time !== '' && offered_hours === undefined

/** The ZIP code of the home, as long as nothing has told it: the free times depend on it. */
function ZipField({ form: { control, register, formState } }: { form: Form }) {
  const { t } = useTranslation('homes')
  const zip = useWatch({ control, name: 'zip_code' })
  // It stays while it is typed.
  const [isMissing] = useState(!hasZip(zip))
  if (!isMissing) return null
  return (
    <TextField
      label={t('address.zip')}
      required
      inputMode="numeric"
      autoComplete="postal-code"
      maxLength={BOOKING_LENGTHS.zip_code.max}
      error={formState.errors.zip_code?.message}
      {...register('zip_code')}
    />
  )
}

/** Whether the free times can be asked for. */
export const hasZip = (zip: string) => /^\s*\d{5}/.test(zip)

function WhenFields({ form: { register, formState, setValue, clearErrors } }: { form: Form }) {
  const { t } = useTranslation('bookings')
  const { errors } = formState
  const typed = {
    onChange: () => {
      setValue('offered_hours', undefined)
      clearErrors(['booking_date', 'booking_time'])
    },
  }
  return (
    <>
      <TextField
        label={t('book.date')}
        type="date"
        required
        {...bookableDays()}
        error={errors.booking_date?.message}
        {...register('booking_date', typed)}
      />
      <TextField
        label={t('book.time')}
        type="time"
        required
        help={t('book.time_help')}
        error={errors.booking_time?.message}
        {...register('booking_time', typed)}
      />
    </>
  )
}
