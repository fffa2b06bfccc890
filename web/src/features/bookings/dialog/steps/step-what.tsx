import { useId } from 'react'
import type { ChangeEvent } from 'react'
import { useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { BOOKING_SERVICE_TYPES } from '#contract/bookings/booking-rules.ts'
import { effectiveRate } from '#contract/market/offer-rules.ts'
import { FREQUENCIES } from '#contract/product.ts'
import type { Frequency, ServiceType } from '#contract/product.ts'
import { IncludedTasks } from '#web/features/market/professionals/included-tasks.tsx'
import type { ShownProfessional } from '#web/features/market/professionals/professionals.api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { SelectField } from '#web/ui/forms/field.tsx'
import { frequenciesOf } from '../booking-draft.ts'
import type { BookingFields } from '../booking-draft.ts'
import { useSeriesTexts, weekdayOf } from '../series-texts.ts'
import type { DialogPrice } from '../use-price.ts'
import { Extras } from './extras.tsx'
import { HomeChoice } from './home-choice.tsx'
import type { HomeChoiceProps } from './home-choice.tsx'
import { HomeSizeChoice } from './home-size-choice.tsx'
import { HoursField } from './hours-field.tsx'
import { Option } from '#web/ui/forms/option.tsx'

type Form = UseFormReturn<BookingFields>

type StepWhatProps = {
  form: Form
  homeChoice: HomeChoiceProps
  price: DialogPrice
  professional: ShownProfessional
  onChange: (fields: BookingFields) => void
}

/** The choices on which the free times depend: the work, the home, and how long it takes. rule: booking-dialog */
export function StepWhat({ form, homeChoice, price, professional, onChange }: StepWhatProps) {
  const type = useWatch({ control: form.control, name: 'service_type' })
  const promise = usePromise(form.control)
  const promiseId = useId()
  const { offer } = professional
  return (
    <>
      <Services form={form} professional={professional} />
      {offer?.services && <IncludedTasks services={offer.services} type={type} />}
      {homeChoice.homes.length > 0 && <HomeChoice {...homeChoice} />}
      {!homeChoice.chosen && (
        <HomeSizeChoice form={form} minHours={price.minHours} onChange={onChange} />
      )}
      {offer && offer.extras.length > 0 && (
        <Extras form={form} extras={offer.extras} onChange={onChange} />
      )}
      <div className="@container">
        <div className="grid items-start gap-x-3 gap-y-4 @min-[17rem]:grid-cols-2">
          <FrequencyField
            form={form}
            offered={frequenciesOf(professional, type)}
            describedBy={promise && promiseId}
          />
          <HoursField form={form} price={price} />
          {promise && (
            <p id={promiseId} className="col-span-full -mt-3 text-sm text-soft">
              {promise}
            </p>
          )}
        </div>
      </div>
    </>
  )
}

type ServicesProps = { form: Form; professional: ShownProfessional }

function Services({ form, professional }: ServicesProps) {
  const { t } = useTranslation(['bookings', 'price', 'professionals'])
  const format = useFormat()
  const { register, formState } = form
  const { services_offered: offered, offer, hourly_rate } = professional
  const error = formState.errors.service_type?.message
  const types = [...BOOKING_SERVICE_TYPES, 'post_construction' as const]
  return (
    <fieldset aria-describedby={error && 'service-problem'}>
      <legend className="mb-1.5 font-medium">{t('book.service')}</legend>
      <div className="@container">
        <div className="grid gap-2 @min-[17rem]:grid-cols-2">
          {types
            .filter((type) => offered.includes(type))
            .map((type) => {
              const rate = format.shortMoney(
                effectiveRate(offer?.services ?? [], type, hourly_rate),
              )
              return (
                <Option
                  key={type}
                  type="radio"
                  value={type}
                  required
                  help={`${rate}${t('professionals:per_hour')}`}
                  {...register('service_type', {
                    // The form keeps one function for all options.
                    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
                      const chosen = target.value as ServiceType
                      const [first = 'one_time', ...others] = frequenciesOf(professional, chosen)
                      if (others.length === 0) form.setValue('cleaning_frequency', first)
                    },
                  })}
                >
                  {t(`price:estimate.services.${type}`)}
                </Option>
              )
            })}
        </div>
      </div>
      {error && (
        <p id="service-problem" className="mt-1.5 text-sm font-medium text-clay">
          {error}
        </p>
      )}
    </fieldset>
  )
}

type FrequencyFieldProps = {
  form: Form
  offered: readonly Frequency[]
  describedBy: string | undefined
}

function FrequencyField({
  form: { control, register, formState },
  offered,
  describedBy,
}: FrequencyFieldProps) {
  const { t } = useTranslation(['bookings', 'search'])
  const chosen = useWatch({ control, name: 'cleaning_frequency' })
  const error = formState.errors.cleaning_frequency?.message
  return (
    <SelectField
      label={t('book.frequency')}
      required
      error={error}
      {...(describedBy && !error ? { 'aria-describedby': describedBy } : {})}
      {...register('cleaning_frequency')}
    >
      {FREQUENCIES.filter((choice) => offered.includes(choice) || choice === chosen).map(
        (choice) => (
          <option key={choice} value={choice}>
            {t(`search:frequencies.${choice}`)}
          </option>
        ),
      )}
    </SelectField>
  )
}

/** 'Every Tuesday at 9:00 AM. Same price every time. …' for a frequency of regular visits. rule: series-request */
function usePromise(control: Form['control']): string | undefined {
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
