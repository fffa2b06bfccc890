import { useQuery } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import { useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import type { Home } from '#contract/market/homes.ts'
import { useApi } from '#web/api/use-api.ts'
import { useHomeTexts } from '#web/features/market/homes/home-texts.ts'
import { homesQuery } from '#web/features/market/homes/homes.api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { BookingFields } from '../booking-draft.ts'
import { Option } from '#web/ui/forms/option.tsx'

type Form = UseFormReturn<BookingFields>

const ADDRESS = ['address', 'city', 'state', 'zip_code'] as const

/**
 * The client's saved homes and the chosen one, whose address the form then has. Without a choice yet, the home with the
 * address of the form is chosen, else the one with the ZIP code of the search, or the first one. rule: home-of-booking
 */
export function useHomeChoice(
  { control, getValues, setValue, clearErrors }: Form,
  clientId: string,
) {
  const { data } = useQuery(homesQuery(useApi(), clientId))
  const homes = data ?? NONE
  const homeId = useWatch({ control, name: 'home_id' })
  const chosen = homes.find(({ id }) => id === homeId)
  const choose = (home: Home | undefined) => {
    setValue('home_id', home?.id ?? '')
    for (const field of ADDRESS) setValue(field, home?.[field] ?? '')
    clearErrors([...ADDRESS])
  }
  useEffect(() => {
    if (!data) return
    const { home_id, address, zip_code } = getValues()
    const zip = zip_code.trim().slice(0, 5)
    const street = address.trim().toLowerCase()
    const home =
      home_id === undefined
        ? data.find(
            (one) =>
              (zip === '' || one.zip_code === zip) &&
              (street === '' || one.address.toLowerCase() === street),
          )
        : data.find(({ id }) => id === home_id)
    if (home) {
      setValue('home_id', home.id)
      for (const field of ADDRESS) setValue(field, home[field])
    } else if (home_id) {
      // It was deleted; what the form has of its address stays.
      setValue('home_id', '')
    }
  }, [data, getValues, setValue])
  return { homes, chosen, choose }
}

const NONE: Home[] = []

export type HomeChoiceProps = ReturnType<typeof useHomeChoice>

/** 'Which home?': each saved home, and another address. rule: home-of-booking */
export function HomeChoice({ homes, chosen, choose }: HomeChoiceProps) {
  const { t } = useTranslation('homes')
  const { name } = useHomeTexts()
  const group = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{t('which')}</legend>
      <div className="flex flex-wrap gap-2">
        {[...homes, undefined].map((home) => (
          <Option
            key={home?.id ?? ''}
            type="radio"
            name={group}
            checked={chosen === home}
            onChange={() => choose(home)}
          >
            {home ? name(home) : t('other_address')}
          </Option>
        ))}
      </div>
      {chosen && (
        <p className="mt-1.5 text-sm wrap-anywhere text-soft">
          <HomeAddress home={chosen} />
        </p>
      )}
    </fieldset>
  )
}

/** '1810 Bluebonnet Ln, Austin, TX 78704'. */
export function HomeAddress({ home: { address, city, state, zip_code } }: { home: Home }) {
  return (
    <>
      {address}, {city}, {state} {zip_code}
    </>
  )
}
