import { useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { durationText } from '#contract/calendar/duration-text.ts'
import { BOOKING_HOURS } from '#contract/bookings/booking-rules.ts'
import type { ServiceType } from '#contract/product.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { SelectField } from '#web/ui/forms/field.tsx'
import type { BookingFields } from './booking-draft.ts'
import type { DialogPrice, Quote } from './use-price.ts'

type HoursFieldProps = { form: UseFormReturn<BookingFields>; price: DialogPrice }

/** The hours, as the estimate says until they are chosen, and why it says so. rule: estimate */
export function HoursField({ form, price: { estimate, minHours } }: HoursFieldProps) {
  const { t } = useTranslation(['bookings', 'price'])
  const { control, register, setValue, formState } = form
  const [hours, service] = useWatch({ control, name: ['estimated_hours', 'service_type'] })
  const sentence = useEstimateSentence()
  const isShorter = estimate !== undefined && Number(hours) < estimate.hours
  return (
    <SelectField
      label={t('book.hours')}
      required
      className="sm:col-span-2"
      error={formState.errors.estimated_hours?.message}
      help={
        <span role="status">
          {estimate && sentence(estimate, service)}{' '}
          {estimate?.over && <strong className="block">{t('price:estimate.over')}</strong>}
          {isShorter && <strong className="block">{t('price:estimate.shorter')}</strong>}
        </span>
      }
      {...register('estimated_hours', { onChange: () => setValue('hours_chosen', true) })}
    >
      {BOOKING_HOURS.map((count) => (
        <option key={count} value={count} disabled={count < minHours}>
          {t('hours', { count })}
        </option>
      ))}
    </SelectField>
  )
}

type Estimate = Quote['estimate']

/** 'Standard 30 min, 2 bedrooms 40 min: 70 min, so 2 hours.' rule: estimate */
function useEstimateSentence(): (estimate: Estimate, service: ServiceType) => string {
  const { t } = useTranslation(['price', 'homes', 'bookings'])
  const format = useFormat()
  const what = ({ what, count }: Estimate['parts'][number], service: ServiceType) => {
    switch (what) {
      case 'bedrooms':
        return t('homes:bedrooms', { count })
      case 'bathrooms':
        return t('homes:bathrooms', { count, number: format.number(count) })
      case 'floors':
        return t('estimate.floors', { count })
      case 'area':
      case 'pets':
      case 'extras':
        return t(`estimate.${what}`)
      case 'base':
      case 'home':
        return t(`estimate.services.${service}`)
    }
  }
  return ({ source, parts, minutes, hours, visits }, service) => {
    const home = parts.find((part) => part.what === 'home')
    const usualHours = home && format.number(Math.round(home.minutes / 6) / 10)
    const usual = usualHours && t('estimate.home', { hours: usualHours, visits })
    if (usual && parts.length === 1) return usual
    const values = { minutes, hours: t('bookings:hours', { count: hours }) }
    const fitting = BOOKING_HOURS.find((length) => length * 60 >= minutes) ?? hours
    if (source === 'default') {
      const extras = parts.find((part) => part.what === 'extras')?.minutes
      const usualTime = durationText(minutes - (extras ?? 0))
      if (fitting < hours) return t('estimate.unknown_shortest', values)
      return extras === undefined
        ? t('estimate.unknown', values)
        : t('estimate.unknown_extras', { ...values, usual: usualTime, extras })
    }
    const texts = parts.map((part) =>
      t('estimate.part', { what: what(part, service), minutes: part.minutes }),
    )
    const all = texts.join(', ')
    const total = parts.length > 1 ? t('estimate.total', { parts: all, minutes }) : all
    const sum = t(fitting < hours ? 'estimate.shortest' : 'estimate.sum', { ...values, total })
    return usual ? `${usual} ${sum}` : sum
  }
}
