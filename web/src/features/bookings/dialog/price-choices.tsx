import { useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import type { Supplies } from '#contract/market/offer-rules.ts'
import type { ShownProfessional } from '#web/features/market/professionals/professionals.api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { CheckField } from '#web/ui/forms/check-field.tsx'
import type { BookingFields } from './booking-draft.ts'
import { extraId } from './use-price.ts'
import type { DialogPrice } from './use-price.ts'

const SIDES: readonly Supplies[] = ['client', 'professional']

type PriceChoicesProps = {
  form: UseFormReturn<BookingFields>
  professional: ShownProfessional
  price: DialogPrice
  onChange: (fields: BookingFields) => void
}

/** The extras that are offered, and who brings the supplies where that is a question. rule: booking-extras */
export function PriceChoices(props: PriceChoicesProps) {
  const { offer } = props.professional
  return (
    <>
      {offer && offer.extras.length > 0 && <Extras {...props} />}
      {offer && offer.supplies.brings !== 'no' && <SuppliesChoice {...props} />}
    </>
  )
}

function Extras({ form, professional, onChange }: PriceChoicesProps) {
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
      <legend className="font-display text-lg font-semibold">{t('extras.title')}</legend>
      <p className="mb-2 text-sm text-soft">{t('extras.help')}</p>
      <ul className="grid gap-x-6 sm:grid-cols-2">
        {professional.offer?.extras.map((extra) => {
          const { code, name, minutes, price } = extra
          const id = extraId(extra)
          const shownName = code ? t(`bookings:price.extra_names.${code}`) : name
          return (
            <li key={id}>
              <CheckField
                name="extras"
                checked={chosen.includes(id)}
                onChange={(isChosen) => choose(id, isChosen)}
                label={
                  <>
                    {t('extras.one', { name: shownName, minutes })}{' '}
                    <span className="font-normal whitespace-nowrap text-soft">
                      {price > 0
                        ? t('extras.price', { price: format.money(price) })
                        : t('extras.free')}
                    </span>
                  </>
                }
              />
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}

function SuppliesChoice({ form, professional, price, onChange }: PriceChoicesProps) {
  const { t } = useTranslation('price')
  const format = useFormat()
  const amount = professional.offer?.supplies.price
  const cost = amount
    ? t('supplies.priced', { price: format.money(amount) })
    : t('supplies.included')
  return (
    <fieldset>
      <legend className="mb-1 font-display text-lg font-semibold">{t('supplies.title')}</legend>
      {SIDES.map((side) => (
        <label key={side} className="flex min-h-11 items-center gap-2.5 font-medium">
          <input
            type="radio"
            name="supplies"
            value={side}
            className="size-5 shrink-0"
            checked={price.supplies === side}
            onChange={() => {
              form.setValue('supplies', side)
              onChange(form.getValues())
            }}
          />
          <span className="min-w-0 wrap-anywhere">
            {t(`supplies.${side}`, { name: professional.user_details.first_name })}{' '}
            {side === 'professional' && <span className="font-normal text-soft">{cost}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
