import { Combobox } from '@base-ui/react/combobox'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { useId, useState } from 'react'
import type { Ref } from 'react'
import { Controller } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from '#web/i18n/use-translation.ts'
import {
  LOCATION_QUERY_LENGTH_MAX,
  LOCATION_QUERY_LENGTH_MIN,
  LOCATION_SEARCH_DELAY_MS,
} from '#contract/market/search-rules.ts'
import { CheckIcon, CloseIcon, PinIcon } from '#web/ui/pictures/icons.tsx'
import { controlClass, TextField } from '#web/ui/forms/field.tsx'
import { FieldErrorLine, Section } from './form-section.tsx'
import type { FormValues } from './form-values.ts'
import { useQuery } from '@tanstack/react-query'
import type { LocationSuggestion } from '#contract/market/locations.ts'
import { useApi } from '#web/api/use-api.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { suggestionsQuery } from '../places/locations.api.ts'
import { useDelayed } from '../places/use-delayed.ts'

/**
 * The service areas: ZIPs and cities, chosen from the known places, and where the day starts.
 * rule: service-areas, working-hours
 */
export function AreasSection({
  form,
  fieldError,
  baseZipError,
  className,
}: {
  form: UseFormReturn<FormValues>
  fieldError: string | undefined
  baseZipError: string | undefined
  className: string | undefined
}) {
  const { t } = useTranslation('profile')
  const id = useId()
  return (
    <Section title={t('areas.title')} help={t('areas.help')} className={className}>
      <div className="flex flex-col gap-1.5">
        <Controller
          control={form.control}
          name="service_areas"
          render={({ field }) => (
            <AreasField
              value={field.value}
              onChange={field.onChange}
              invalid={Boolean(fieldError)}
              describedBy={fieldError ? `${id}-error` : undefined}
              ref={field.ref}
            />
          )}
        />
        <FieldErrorLine id={`${id}-error`}>{fieldError}</FieldErrorLine>
      </div>
      <TextField
        label={t('areas.base_zip')}
        help={t('areas.base_zip_help')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={10}
        error={baseZipError}
        {...form.register('base_zip')}
      />
    </Section>
  )
}

type AreasFieldProps = {
  /** ZIPs or 'City, ST'. */
  value: string[]
  onChange: (value: string[]) => void
  invalid: boolean
  describedBy: string | undefined
  ref: Ref<HTMLInputElement>
}

/**
 * Several places, found by typing. The chosen ones are listed below, each with a button that removes it.
 * rule: profile-form-screen
 */
function AreasField({ value, onChange, invalid, describedBy, ref }: AreasFieldProps) {
  const { t } = useTranslation('profile')
  const id = useId()
  const [typed, setTyped] = useState('')
  const { places, labelOf, status } = useAreaSearch(typed, value)
  return (
    <CSPProvider disableStyleElements>
      <Combobox.Root
        multiple
        items={places}
        filter={null}
        autoHighlight
        value={value}
        itemToStringLabel={labelOf}
        inputValue={typed}
        onInputValueChange={setTyped}
        onValueChange={(areas) => {
          onChange(areas)
          setTyped('')
        }}
      >
        <label htmlFor={id} className="font-medium">
          {t('areas.label')}
        </label>
        <Combobox.Input
          ref={ref}
          id={id}
          placeholder={t('areas.placeholder')}
          autoComplete="off"
          maxLength={LOCATION_QUERY_LENGTH_MAX}
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy}
          className={controlClass(invalid ? 'invalid' : undefined)}
        />
        <Combobox.Portal>
          <Combobox.Positioner className="z-20" sideOffset={4}>
            <Combobox.Popup className="w-(--anchor-width) max-w-(--available-width) rounded-md border border-line bg-raised p-1 text-ink shadow-float">
              <Combobox.Status className="px-3 text-soft not-empty:py-2.5">
                {status}
              </Combobox.Status>
              <Combobox.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto overscroll-contain outline-none">
                {(area: string) => (
                  <Combobox.Item
                    key={area}
                    value={area}
                    className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-sm px-3 select-none data-highlighted:bg-mint data-selected:font-medium"
                  >
                    <PinIcon className="size-4 shrink-0 text-soft" />
                    <span className="grow">{labelOf(area)}</span>
                    <Combobox.ItemIndicator>
                      <CheckIcon className="size-4 text-action" />
                    </Combobox.ItemIndicator>
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
      <AreaChips areas={value} onRemove={(area) => onChange(value.filter((one) => one !== area))} />
    </CSPProvider>
  )
}

function AreaChips({
  areas,
  onRemove,
}: {
  areas: readonly string[]
  onRemove: (area: string) => void
}) {
  const { t } = useTranslation('profile')
  if (areas.length === 0) return null
  return (
    <ul aria-label={t('areas.chosen')} className="mt-2 flex flex-wrap gap-2">
      {areas.map((area) => (
        <li
          key={area}
          className="inline-flex max-w-full items-center rounded-full bg-mint pl-4 font-medium"
        >
          <span className="truncate">{area}</span>
          <button
            type="button"
            aria-label={t('areas.remove', { area })}
            onClick={() => onRemove(area)}
            className="grid size-11 shrink-0 place-items-center rounded-full text-soft hover:bg-mint-strong hover:text-ink"
          >
            <CloseIcon className="size-4" />
          </button>
        </li>
      ))}
    </ul>
  )
}

/**
 * The places that begin with the typed text, first those in the states of the chosen ones, and the status line when
 * there are none. rule: profile-form-screen
 */
function useAreaSearch(typed: string, chosen: readonly string[]) {
  const { t } = useTranslation('profile')
  const refusalText = useRefusalText()
  const text = typed.trim()
  const delayed = useDelayed(text, LOCATION_SEARCH_DELAY_MS)
  const { data = [], error } = useQuery(suggestionsQuery(useApi(), delayed))
  const short = text.length < LOCATION_QUERY_LENGTH_MIN
  const found = short || delayed !== text ? [] : data
  const isNear = ({ state }: LocationSuggestion) =>
    chosen.some((area) => area.endsWith(`, ${state}`))
  const ordered = [...found.filter(isNear), ...found.filter((place) => !isNear(place))]
  const labels = new Map(ordered.map((place) => [areaOf(place), place.label]))

  const status = () => {
    if (short) return t('areas.too_short')
    if (delayed !== text) return t('areas.searching')
    if (error) return refusalText(error)
    return found.length === 0 ? t('areas.none') : ''
  }
  return {
    places: [...labels.keys()],
    labelOf: (area: string) => labels.get(area) ?? area,
    status: status(),
  }
}

/** The stored form of a place: a ZIP as its digits, a city with its state. */
const areaOf = ({ kind, zip, label }: LocationSuggestion) => (kind === 'zip' ? zip : label)
