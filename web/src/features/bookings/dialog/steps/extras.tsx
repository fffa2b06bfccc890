import { useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import type { PublicOffer } from '#contract/market/offer.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { BookingFields } from '../booking-draft.ts'
import { extraId } from '../use-price.ts'
import { Option } from '#web/ui/forms/option.tsx'

type ExtrasProps = {
  form: UseFormReturn<BookingFields>
  extras: PublicOffer['extras']
  onChange: (fields: BookingFields) => void
}

/** The extras that are offered, each with what it costs and adds: '+$25, +30 min'. rule: booking-extras */
export function Extras({ form, extras, onChange }: ExtrasProps) {
  const { t } = useTranslation(['price', 'bookings'])
  const format = useFormat()
  const chosen = useWatch({ control: form.control, name: 'extras' })
  const choose = (extra: string, isChosen: boolean) => {
    const others = chosen.filter((one) => one !== extra)
    form.setValue('extras', isChosen ? [...others, extra] : others)
    onChange(form.getValues())
  }
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{t('extras.title')}</legend>
      <div className="@container">
        <div className="grid gap-2 @min-[17rem]:grid-cols-2">
          {extras.map((extra) => {
            const { code, name, minutes, price } = extra
            const id = extraId(extra)
            const amount = format.shortMoney(price)
            return (
              <Option
                key={id}
                type="checkbox"
                name="extras"
                checked={chosen.includes(id)}
                onChange={({ target }) => choose(id, target.checked)}
                help={
                  price > 0
                    ? t('extras.adds', { price: amount, minutes })
                    : t('extras.adds_time', { minutes })
                }
              >
                {code ? t(`bookings:price.extra_names.${code}`) : name}
              </Option>
            )
          })}
        </div>
      </div>
    </fieldset>
  )
}
