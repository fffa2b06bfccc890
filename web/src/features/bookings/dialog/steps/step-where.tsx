import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { BOOKING_LENGTHS } from '#contract/bookings/booking-fields.ts'
import type { NextSlot } from '#contract/calendar/slots.ts'
import { useApi } from '#web/api/use-api.ts'
import { AddressFields } from '#web/features/market/homes/address-fields.tsx'
import { useHomeTexts } from '#web/features/market/homes/home-texts.ts'
import { useCityOfZip } from '#web/features/market/places/use-city-of-zip.ts'
import type { ShownProfessional } from '#web/features/market/professionals/professionals.api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { DotSeparated } from '#web/ui/dot-separated.tsx'
import { CodeHint } from '#web/ui/forms/code-hint.tsx'
import { TextareaField } from '#web/ui/forms/textarea-field.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { NextSlots } from '../../times/next-slots.tsx'
import { OverBreaks } from '../../times/over-breaks.tsx'
import { slotsQuery } from '../../times/slots.api.ts'
import type { BookingFields } from '../booking-draft.ts'
import type { DialogPrice } from '../use-price.ts'
import { hasZip } from './step-when.tsx'
import { HomeAddress } from './home-choice.tsx'
import type { HomeChoiceProps } from './home-choice.tsx'
import { SuppliesChoice } from './supplies-choice.tsx'

type Form = UseFormReturn<BookingFields>

/** Why the chosen time cannot be booked (`problem`), and the next free times. */
export type Taken =
  | { problem: string; slots: readonly NextSlot[]; choose: (slot: NextSlot) => void }
  | undefined

export type SearchForZip = { zip: string; href: string } | undefined

type StepWhereProps = {
  form: Form
  homeChoice: HomeChoiceProps
  price: DialogPrice
  professional: ShownProfessional
  /** The search for professionals who serve the ZIP code, after a refusal because this one does not. */
  searchForZip: SearchForZip
  taken: Taken
  onChange: (fields: BookingFields) => void
}

/** The visit in short, its home, who brings the supplies, and a note. rule: booking-dialog */
export function StepWhere(props: StepWhereProps) {
  const { form, homeChoice, price, professional, searchForZip, taken, onChange } = props
  const { t } = useTranslation('bookings')
  const notes = useWatch({ control: form.control, name: 'notes' })
  return (
    <>
      {taken && <NextSlots {...taken} onChoose={taken.choose} />}
      <Summary form={form} professional={professional} />
      <Where form={form} homeChoice={homeChoice} searchForZip={searchForZip} />
      <SuppliesChoice form={form} professional={professional} price={price} onChange={onChange} />
      <div>
        <TextareaField
          label={t('book.notes')}
          placeholder={t('book.notes_help')}
          rows={1}
          maxLength={BOOKING_LENGTHS.notes.max}
          error={form.formState.errors.notes?.message}
          {...form.register('notes')}
        />
        <CodeHint text={notes ?? ''} />
      </div>
    </>
  )
}

/** 'Tue, Dec 1, 8:00 AM', what is booked, and the breaks that the visit includes. */
function Summary({
  form: { control },
  professional,
}: Pick<StepWhereProps, 'form' | 'professional'>) {
  const { t } = useTranslation(['bookings', 'search'])
  const format = useFormat()
  const [date, time, service, frequency, hours] = useWatch({
    control,
    name: ['booking_date', 'booking_time', 'service_type', 'cleaning_frequency', 'estimated_hours'],
  })
  return (
    <div className="rounded-md bg-mint px-3.5 py-1.5">
      {date && time && (
        <strong className="block font-semibold first-letter:uppercase">
          {format.visit(`${date}T${time}:00Z`, 'UTC')}
        </strong>
      )}
      <span className="text-sm">
        <DotSeparated
          facts={[
            t(`search:service_types.${service}`),
            t('hours', { count: Number(hours) }),
            ...(frequency === 'one_time' ? [] : [t(`search:frequencies.${frequency}`)]),
          ]}
        />
      </span>
      <div className="text-sm empty:hidden">
        <BreaksOfChoice control={control} professional={professional} />
      </div>
    </div>
  )
}

/** The breaks of the chosen free time, which an address can name without a look at the free times. rule: free-times */
function BreaksOfChoice({
  control,
  professional: { user_id, user_details, times_stated },
}: Pick<Form, 'control'> & Pick<StepWhereProps, 'professional'>) {
  const [date, time, service, hours, zip] = useWatch({
    control,
    name: ['booking_date', 'booking_time', 'service_type', 'estimated_hours', 'zip_code'],
  })
  const isAsked = times_stated === true && date !== '' && hasZip(zip)
  const asked = { professionalId: user_id, zip: isAsked ? zip.trim() : '', hours, service }
  const { data } = useQuery(slotsQuery(useApi(), { ...asked, from: date, to: date }))
  const slot = data?.days[0]?.slots.find((one) => one.time === time)
  if (!slot?.breaks) return null
  return (
    <OverBreaks breaks={slot.breaks} timeZone={data!.time_zone} name={user_details.first_name} />
  )
}

/** The saved home that was chosen, or the fields of another address. */
function Where({
  form,
  homeChoice: { chosen },
  searchForZip,
}: Pick<StepWhereProps, 'form' | 'homeChoice' | 'searchForZip'>) {
  const { t } = useTranslation('bookings')
  const { name } = useHomeTexts()
  const { register, formState, control, getValues, setValue, clearErrors } = form
  const { errors } = formState
  const whoServes = searchForZip && (
    <TextLink href={searchForZip.href}>{t('book.who_serves', { zip: searchForZip.zip })}</TextLink>
  )
  useCityOfZip({
    zip: useWatch({ control, name: 'zip_code' }),
    valueOf: getValues,
    fill: (field, value) => {
      setValue(field, value)
      clearErrors(field)
    },
  })
  if (chosen) {
    return (
      <div className="wrap-anywhere">
        {chosen.label && <strong className="block font-semibold">{name(chosen)}</strong>}
        <HomeAddress home={chosen} />
        {errors.zip_code && (
          <div role="alert">
            <p className="text-sm font-medium text-clay">{errors.zip_code.message}</p>
            {whoServes}
          </div>
        )}
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-3">
      <AddressFields register={register} errors={errors} help={whoServes} />
    </div>
  )
}
