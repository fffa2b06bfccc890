import { useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { BookingFields } from '../booking-draft.ts'
import { Option } from '#web/ui/forms/option.tsx'
import { HOME_SIZE_NAMES, hoursOfSize } from './home-sizes.ts'

type HomeSizeChoiceProps = {
  form: UseFormReturn<BookingFields>
  minHours: number
  onChange: (fields: BookingFields) => void
}

/** The size of a home that is not saved: '1–2 bedrooms, about 2 h'. rule: estimate */
export function HomeSizeChoice({ form, minHours, onChange }: HomeSizeChoiceProps) {
  const { t } = useTranslation('price')
  const [chosen, service] = useWatch({ control: form.control, name: ['home_size', 'service_type'] })
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{t('size.title')}</legend>
      <div className="@container">
        <div className="grid gap-1.5 @min-[17rem]:grid-cols-3">
          {HOME_SIZE_NAMES.map((size) => (
            <Option
              key={size}
              type="radio"
              name="home_size"
              checked={chosen === size}
              onChange={() => {
                form.setValue('home_size', size)
                // The hours follow the estimate again.
                form.setValue('hours_chosen', false)
                onChange(form.getValues())
              }}
              help={t('size.about', { hours: hoursOfSize(size, service, minHours) })}
            >
              {t(`size.${size}`)}
            </Option>
          ))}
        </div>
      </div>
    </fieldset>
  )
}
