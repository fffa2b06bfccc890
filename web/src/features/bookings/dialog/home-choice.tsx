import { useQuery } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import { useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import type { Home } from '#contract/market/homes.ts'
import { useApi } from '#web/api/use-api.ts'
import { useHomeTexts } from '#web/features/market/homes/home-texts.ts'
import { homesQuery } from '#web/features/market/homes/homes.api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { BookingFields } from './booking-draft.ts'

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
  const option = (home: Home | undefined) => (
    <label
      key={home?.id ?? ''}
      className="flex min-h-11 items-center gap-3 rounded-md border border-edge bg-surface px-3.5 py-2 hover:border-action has-checked:border-action has-checked:bg-mint"
    >
      <input
        type="radio"
        name={group}
        className="size-5 shrink-0"
        checked={chosen === home}
        onChange={() => choose(home)}
      />
      <span className="min-w-0 wrap-anywhere">
        <span className="block font-medium">{home ? name(home) : t('other_address')}</span>
        {home && (
          <span className="block text-sm text-soft">
            {home.label && `${home.address}, `}
            {home.city}, {home.state} {home.zip_code}
          </span>
        )}
      </span>
    </label>
  )
  return (
    <fieldset className="col-span-full">
      <legend className="mb-1.5 font-medium">{t('which')}</legend>
      <div className="flex flex-col gap-2">{[...homes, undefined].map(option)}</div>
    </fieldset>
  )
}
