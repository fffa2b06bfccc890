import { useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { BOOKING_LENGTHS } from '#contract/bookings/booking-fields.ts'
import type { NextSlot } from '#contract/calendar/slots.ts'
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
import type { BookingFields } from '../booking-draft.ts'
import type { DialogPrice } from '../use-price.ts'
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
      <Summary form={form} />
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

/** 'Tue, Dec 1, 8:00 AM', and what is booked. */
function Summary({ form: { control } }: { form: Form }) {
  const { t } = useTranslation(['bookings', 'search'])
  const format = useFormat()
  const [date, time, service, frequency, hours] = useWatch({
    control,
    name: ['booking_date', 'booking_time', 'service_type', 'cleaning_frequency', 'estimated_hours'],
  })
  return (
    <p className="rounded-md bg-mint px-3.5 py-1.5">
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
    </p>
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
      <AddressFields
        register={register}
        errors={errors}
        labels={{
          address: t('book.address'),
          city: t('book.city'),
          state: t('book.state'),
          zip_code: t('book.zip'),
        }}
        help={whoServes}
      />
    </div>
  )
}
