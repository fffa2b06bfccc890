import type { UseFormReturn } from 'react-hook-form'
import { SUPPLIES } from '#contract/market/offer-rules.ts'
import type { ShownProfessional } from '#web/features/market/professionals/professionals.api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { BookingFields } from '../booking-draft.ts'
import type { DialogPrice } from '../use-price.ts'
import { Option } from '#web/ui/forms/option.tsx'

type SuppliesChoiceProps = {
  form: UseFormReturn<BookingFields>
  professional: ShownProfessional
  price: DialogPrice
  onChange: (fields: BookingFields) => void
}

/** The side that brings the supplies. Nothing where the professional never does. rule: booking-extras */
export function SuppliesChoice({ form, professional, price, onChange }: SuppliesChoiceProps) {
  const { t } = useTranslation('price')
  const format = useFormat()
  const { offer, user_details } = professional
  if (!offer || offer.supplies.brings === 'no') return null
  const amount = offer.supplies.price
  const cost = amount
    ? t('supplies.priced', { price: format.shortMoney(amount) })
    : t('supplies.included')
  return (
    <fieldset>
      <legend className="sr-only">{t('supplies.title')}</legend>
      <div className="@container">
        <div className="grid gap-2 @min-[17rem]:grid-cols-2">
          {SUPPLIES.map((side) => (
            <Option
              key={side}
              type="radio"
              name="supplies"
              value={side}
              checked={price.supplies === side}
              onChange={() => {
                form.setValue('supplies', side)
                onChange(form.getValues())
              }}
              help={side === 'professional' && cost}
            >
              {t(`supplies.${side}`, { name: user_details.first_name })}
            </Option>
          ))}
        </div>
      </div>
    </fieldset>
  )
}
