import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { BOOKING_LENGTHS } from '#contract/bookings/booking-fields.ts'
import { displayName } from '#contract/people/display-name.ts'
import { BOOKING_SERVICE_TYPES } from '#contract/bookings/booking-rules.ts'
import { FREQUENCIES } from '#contract/product.ts'
import type { Frequency, ServiceType } from '#contract/product.ts'
import type { PublicOffer } from '#contract/market/offer.ts'
import { IncludedTasks } from '#web/features/market/professionals/included-tasks.tsx'
import type { ShownProfessional } from '#web/features/market/professionals/professionals.api.ts'
import type { NextSlot } from '#contract/calendar/slots.ts'
import { AddressFields } from '#web/features/market/homes/address-fields.tsx'
import { useCityOfZip } from '#web/features/market/places/use-city-of-zip.ts'
import { CodeHint } from '#web/ui/forms/code-hint.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import { TextareaField } from '#web/ui/forms/textarea-field.tsx'
import { lazyPart } from '#web/ui/states/lazy-part.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import type { BookingFields } from './booking-draft.ts'
import { HomeChoice } from './home-choice.tsx'
import type { HomeChoiceProps } from './home-choice.tsx'
import { HoursField } from './hours-field.tsx'
import { NextSlots } from '../times/next-slots.tsx'
import { PickerSkeleton } from '../times/picker-skeleton.tsx'
import { PriceChoices } from './price-choices.tsx'
import { useSeriesTexts, weekdayOf } from './series-texts.ts'
import type { DialogPrice } from './use-price.ts'
import { bookableDays } from '../times/today.ts'
import type { SeriesOfDialog } from './use-series-request.ts'

const SeriesPart = lazyPart(() => import('./series-part.tsx'))
const SlotPicker = lazyPart(() => import('../times/slot-picker.tsx'))

type Form = UseFormReturn<BookingFields>

/** Why the chosen time cannot be booked (`problem`), and the next free times. */
type Taken =
  | { problem: string; slots: readonly NextSlot[]; choose: (slot: NextSlot) => void }
  | undefined

type SearchForZip = { zip: string; href: string } | undefined

type BookFormProps = {
  id: string
  hidden: boolean
  form: Form
  homeChoice: HomeChoiceProps
  price: DialogPrice
  series: SeriesOfDialog
  professional: ShownProfessional
  /** Whether the time of the form is one that a search found free. */
  isTimeFound: boolean
  /** The search for professionals who serve the ZIP code, after a refusal because this one does not. */
  searchForZip: SearchForZip
  taken: Taken
  onChange: (fields: BookingFields) => void
  onConfirm: (fields: BookingFields) => void
}

/** The fields of the booking dialog in their order. rule: booking-fields */
export function BookForm({
  id,
  hidden,
  form,
  homeChoice,
  price,
  series,
  professional,
  isTimeFound,
  searchForZip,
  taken,
  onChange,
  onConfirm,
}: BookFormProps) {
  const { t } = useTranslation('bookings')
  return (
    <form
      id={id}
      noValidate
      hidden={hidden}
      onChange={() => onChange(form.getValues())}
      onSubmit={(event) => {
        form.clearErrors()
        void form.handleSubmit(onConfirm)(event)
      }}
    >
      <p className="mb-3 flex items-center gap-3">
        <Avatar
          id={professional.user_id}
          name={professional.full_name}
          src={professional.profile_image_url}
          size="md"
        />
        <strong className="font-semibold">{displayName(professional.full_name)}</strong>
      </p>
      <p className="mb-6 text-sm text-soft">
        {t('contact_passes', { name: professional.user_details.first_name })}
      </p>
      <div className="flex flex-col gap-8">
        <When
          form={form}
          professional={professional}
          isTimeFound={isTimeFound}
          taken={taken}
          onChange={onChange}
        />
        <WhatFields
          form={form}
          offered={professional.services_offered}
          offeredFrequencies={professional.frequencies_offered ?? FREQUENCIES}
          services={professional.offer?.services}
        />
        <WhereFields form={form} homeChoice={homeChoice} searchForZip={searchForZip} />
        <PriceChoices form={form} professional={professional} price={price} onChange={onChange} />
        <HowLongFields form={form} price={price} />
        {series.frequency && (
          <Suspense fallback={<PickerSkeleton />}>
            <SeriesPart series={series} />
          </Suspense>
        )}
      </div>
    </form>
  )
}

type WhenProps = Pick<BookFormProps, 'form' | 'professional' | 'isTimeFound' | 'taken' | 'onChange'>

/** The free times of a professional who has stated their hours, or the fields for any time. rule: slot-picker */
function When({ form, professional, isTimeFound, taken, onChange }: WhenProps) {
  const { t } = useTranslation('bookings')
  const [isPicking, setIsPicking] = useState(professional.times_stated === true)
  // A draft may have a time that is not offered. A time that the search found is.
  const [isTyped, setIsTyped] = useState(
    () => form.getValues('booking_time') !== '' && !isTimeFound,
  )
  return (
    <Group title={t('book.when')}>
      {taken && <NextSlots {...taken} onChoose={taken.choose} />}
      {isPicking ? (
        <div tabIndex={-1} data-first-field className="col-span-full outline-none">
          <Suspense fallback={<PickerSkeleton />}>
            <SlotPicker
              professionalId={professional.user_id}
              name={professional.user_details.first_name}
              form={form}
              isTyped={isTyped}
              isTold={taken !== undefined}
              fields={<WhenFields form={form} />}
              onChange={onChange}
              onOther={() => setIsPicking(false)}
              onClose={() => setIsPicking(false)}
            />
          </Suspense>
        </div>
      ) : (
        <>
          <WhenFields form={form} />
          {professional.times_stated && (
            <Button
              look="link"
              className="-ml-5 justify-self-start"
              onClick={() => {
                setIsTyped(false)
                setIsPicking(true)
              }}
            >
              {t('slots.back')}
            </Button>
          )}
        </>
      )}
    </Group>
  )
}

function WhenFields({ form: { register, formState } }: { form: Form }) {
  const { t } = useTranslation('bookings')
  const { errors } = formState
  return (
    <>
      <TextField
        label={t('book.date')}
        type="date"
        required
        {...bookableDays()}
        error={errors.booking_date?.message}
        {...register('booking_date')}
      />
      <TextField
        label={t('book.time')}
        type="time"
        required
        help={t('book.time_help')}
        error={errors.booking_time?.message}
        {...register('booking_time')}
      />
    </>
  )
}

function WhatFields({
  form: { control, register, formState },
  offered,
  offeredFrequencies,
  services,
}: {
  form: Form
  offered: readonly ServiceType[]
  offeredFrequencies: readonly Frequency[]
  services: PublicOffer['services'] | undefined
}) {
  const { t } = useTranslation(['bookings', 'search'])
  const { errors } = formState
  const type = useWatch({ control, name: 'service_type' })
  const types = [
    ...BOOKING_SERVICE_TYPES,
    ...offered.filter((type) => type === 'post_construction'),
  ]
  return (
    <Group title={t('book.what')}>
      <SelectField
        label={t('book.service')}
        required
        error={errors.service_type?.message}
        {...register('service_type')}
      >
        {types.map((type) => (
          <option key={type} value={type} disabled={!offered.includes(type)}>
            {offered.includes(type)
              ? t(`search:service_types.${type}`)
              : t('book.not_offered', { service: t(`search:service_types.${type}`) })}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('book.frequency')}
        required
        help={useOffer(control)}
        error={errors.cleaning_frequency?.message}
        {...register('cleaning_frequency')}
      >
        {FREQUENCIES.map((choice) => (
          <option key={choice} value={choice} disabled={!offeredFrequencies.includes(choice)}>
            {offeredFrequencies.includes(choice)
              ? t(`search:frequencies.${choice}`)
              : t('book.not_offered', { service: t(`search:frequencies.${choice}`) })}
          </option>
        ))}
      </SelectField>
      {services && <IncludedTasks services={services} type={type} />}
    </Group>
  )
}

/** 'Every Tuesday at 9:00 AM. Same price every time. …' for a frequency of regular visits. rule: series-request */
function useOffer(control: Form['control']): string | undefined {
  const { t } = useTranslation('series')
  const { every } = useSeriesTexts()
  const [cleaning_frequency, date, booking_time] = useWatch({
    control,
    name: ['cleaning_frequency', 'booking_date', 'booking_time'],
  })
  if (cleaning_frequency === 'one_time') return undefined
  if (!date || !booking_time) return t('promise')
  return t('offer', {
    every: every({ cleaning_frequency, weekday: weekdayOf(date), booking_time }),
  })
}

function WhereFields({
  form,
  homeChoice,
  searchForZip,
}: Pick<BookFormProps, 'form' | 'homeChoice' | 'searchForZip'>) {
  const { t } = useTranslation('bookings')
  const { register, formState } = form
  const { errors } = formState
  const isOwnAddress = homeChoice.chosen === undefined
  const whoServes = searchForZip && (
    <TextLink href={searchForZip.href}>{t('book.who_serves', { zip: searchForZip.zip })}</TextLink>
  )
  useCityOfZip({
    zip: useWatch({ control: form.control, name: 'zip_code' }),
    valueOf: form.getValues,
    fill: (field, value) => {
      form.setValue(field, value)
      form.clearErrors(field)
    },
  })
  return (
    <Group title={t('book.where')}>
      {homeChoice.homes.length > 0 && <HomeChoice {...homeChoice} />}
      {!isOwnAddress && errors.zip_code && (
        <div role="alert" className="col-span-full">
          <p className="text-sm font-medium text-clay">{errors.zip_code.message}</p>
          {whoServes}
        </div>
      )}
      <div className="contents" hidden={!isOwnAddress}>
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
    </Group>
  )
}

function HowLongFields({ form, price }: Pick<BookFormProps, 'form' | 'price'>) {
  const { t } = useTranslation('bookings')
  const { register, formState, control } = form
  return (
    <Group title={t('book.how_long')}>
      <HoursField form={form} price={price} />
      <TextareaField
        label={t('book.notes')}
        help={t('book.notes_help')}
        maxLength={BOOKING_LENGTHS.notes.max}
        className="sm:col-span-2"
        error={formState.errors.notes?.message}
        {...register('notes')}
      />
      <CodeHint text={useWatch({ control, name: 'notes' }) ?? ''} />
    </Group>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-3 font-display text-lg font-semibold">{title}</legend>
      <div className="grid items-start gap-4 sm:grid-cols-2">{children}</div>
    </fieldset>
  )
}
