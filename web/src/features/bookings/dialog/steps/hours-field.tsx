import { useId } from 'react'
import { useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { durationText, labourText } from '#contract/calendar/duration-text.ts'
import { BOOKING_HOURS } from '#contract/bookings/booking-rules.ts'
import type { ServiceType } from '#contract/product.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { SelectField } from '#web/ui/forms/field.tsx'
import { useExtraName } from '../../one/price-lines.tsx'
import type { BookingFields } from '../booking-draft.ts'
import type { DialogPrice, Quote } from '../use-price.ts'

type HoursFieldProps = { form: UseFormReturn<BookingFields>; price: DialogPrice }

/** The hours, as the estimate says until they are chosen, and why it says so. rule: estimate */
export function HoursField({ form, price }: HoursFieldProps) {
  const { estimate, minHours } = price
  const { t } = useTranslation(['bookings', 'price'])
  const { control, register, setValue, formState } = form
  const [hours, service] = useWatch({ control, name: ['estimated_hours', 'service_type'] })
  const sentence = useEstimateSentence()
  const help = useId()
  const isShorter = estimate !== undefined && Number(hours) < estimate.hours
  return (
    <>
      <SelectField
        label={t('book.hours')}
        required
        error={formState.errors.estimated_hours?.message}
        aria-describedby={help}
        {...register('estimated_hours', { onChange: () => setValue('hours_chosen', true) })}
      >
        {BOOKING_HOURS.map((count) => (
          <option key={count} value={count} disabled={count < minHours}>
            {t('hours', { count })}
          </option>
        ))}
      </SelectField>
      <p id={help} role="status" className="col-span-full -mt-2 text-sm text-soft">
        {sentence(price, service)}{' '}
        {estimate?.over && <strong className="block">{t('price:estimate.over')}</strong>}
        {isShorter && <strong className="block">{t('price:estimate.shorter')}</strong>}
      </p>
    </>
  )
}

type Estimate = Quote['estimate']

/** 'Standard 30 min, 2 bedrooms 40 min: 70 min, rounded up to 2 hours.' rule: estimate */
function useEstimateSentence(): (price: DialogPrice, service: ServiceType) => string | undefined {
  const { t } = useTranslation(['price', 'homes', 'bookings'])
  const format = useFormat()
  const extraName = useExtraName()
  const partName = ({ what, count }: Estimate['parts'][number], service: ServiceType) => {
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
  const detailed = ({ parts, minutes }: Estimate, service: ServiceType) => {
    const texts = parts.map((part) =>
      t('estimate.part', { what: partName(part, service), minutes: part.minutes }),
    )
    const all = texts.join(', ')
    return parts.length > 1 ? t('estimate.total', { parts: all, minutes }) : all
  }
  const withExtras = (minutes: number, extras: number, lines: DialogPrice['lines']) => {
    const names = lines.flatMap((line) => (line.kind === 'extra' ? [extraName(line)] : []))
    return t('estimate.with_extras', {
      labour: labourText(minutes - extras, format.number),
      extras: durationText(extras),
      what: names.length === 1 ? names[0]!.toLowerCase() : t('estimate.extras'),
    })
  }
  return ({ estimate, lines }, service) => {
    if (!estimate) return undefined
    const { source, parts, minutes, hours, visits } = estimate
    const home = parts.find(({ what }) => what === 'home')
    const usualHours = home && format.number(Math.round(home.minutes / 6) / 10)
    const usual = usualHours && t('estimate.home', { hours: usualHours, visits })
    const extras = parts.find(({ what }) => what === 'extras')?.minutes
    if (usual && extras === undefined) return usual
    const fitting = BOOKING_HOURS.find((length) => length * 60 >= minutes) ?? hours
    const values = { hours: t('bookings:hours', { count: hours }) }
    if (source === 'default' && extras === undefined) {
      return t(fitting < hours ? 'estimate.unknown_shortest' : 'estimate.unknown', values)
    }
    const total =
      extras === undefined ? detailed(estimate, service) : withExtras(minutes, extras, lines)
    const result = fitting < hours ? 'shortest' : minutes < hours * 60 ? 'rounded' : 'sum'
    const sum = t(`estimate.${result}`, { ...values, total })
    return usual ? `${usual} ${sum}` : sum
  }
}
