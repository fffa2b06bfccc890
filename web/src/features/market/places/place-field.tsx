import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { KeyboardEvent, Ref } from 'react'
import type { LocationSuggestion } from '#contract/market/locations.ts'
import {
  LOCATION_SEARCH_DELAY_MS,
  SEARCHED_PLACE_LENGTH_MAX,
} from '#contract/market/search-rules.ts'
import { useApi } from '#web/api/use-api.ts'
import { classNames } from '#web/ui/class-names.ts'
import { controlClass } from '#web/ui/forms/field.tsx'
import { isComposing } from '#web/ui/forms/is-composing.ts'
import { PinIcon, WarningIcon } from '#web/ui/pictures/icons.tsx'
import { suggestionsQuery } from './locations.api.ts'
import { useDelayed } from './use-delayed.ts'

type PlaceFieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  /** Called when a suggestion is chosen, after `onChange` with its ZIP. */
  onChoose?: (place: LocationSuggestion) => void
  placeholder?: string
  error?: string | undefined
  /** The name of the field in a plain form. */
  name?: string
  ref?: Ref<HTMLInputElement>
  className?: string
}

/** A text field for a ZIP or a city that suggests places while a person types. rule: place-suggestions */
export function PlaceField({
  label,
  value,
  onChange,
  onChoose,
  placeholder,
  error,
  name,
  ref,
  className,
}: PlaceFieldProps) {
  const id = useId()
  const list = usePlaceList((place) => {
    onChange(place.zip)
    onChoose?.(place)
  })
  return (
    <div className={classNames('relative flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <input
        ref={ref}
        id={id}
        name={name}
        value={value}
        aria-required
        placeholder={placeholder}
        autoComplete="postal-code"
        maxLength={SEARCHED_PLACE_LENGTH_MAX}
        role="combobox"
        aria-expanded={list.shown}
        aria-controls={`${id}-places`}
        aria-autocomplete="list"
        aria-activedescendant={list.shown && list.active >= 0 ? `${id}-${list.active}` : undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className={controlClass(error)}
        onChange={({ target }) => {
          onChange(target.value)
          list.type(target.value)
        }}
        onKeyDown={list.onKeyDown}
        onBlur={list.close}
      />
      <PlaceList {...list} id={id} label={label} />
      {error && (
        <p
          id={`${id}-error`}
          role="alert"
          className="flex items-start gap-1.5 text-sm font-medium text-clay"
        >
          <WarningIcon className="mt-px size-4 shrink-0" />
          {error}
        </p>
      )}
    </div>
  )
}

/** The list of suggestions: its places, whether it is shown, the active place, and the keys that move through it. */
function usePlaceList(onChoose: (place: LocationSuggestion) => void) {
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const query = useDelayed(typed, LOCATION_SEARCH_DELAY_MS)
  const { data: places = [] } = useQuery(suggestionsQuery(useApi(), query))
  const shown = open && query === typed && places.length > 0

  const choose = (place: LocationSuggestion) => {
    onChoose(place)
    setOpen(false)
    setActive(-1)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return undefined
    const place = places[active]
    if (event.key === 'Escape' && shown) {
      event.preventDefault()
      event.stopPropagation()
      setOpen(false)
    } else if (event.key === 'Enter' && shown && place) {
      event.preventDefault()
      choose(place)
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (!shown) return setOpen(true)
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive((active + step + places.length) % places.length)
    }
    return undefined
  }
  const type = (text: string) => {
    setTyped(text)
    setOpen(true)
    setActive(-1)
  }
  return { places, shown, active, choose, onKeyDown, type, close: () => setOpen(false) }
}

type PlaceListProps = Pick<
  ReturnType<typeof usePlaceList>,
  'places' | 'shown' | 'active' | 'choose'
> & { id: string; label: string }

function PlaceList({ places, shown, active, choose, id, label }: PlaceListProps) {
  return (
    <div
      id={`${id}-places`}
      role="listbox"
      aria-label={label}
      hidden={!shown}
      className="absolute inset-x-0 top-full z-20 mt-1 max-h-80 min-w-60 overflow-y-auto rounded-md border border-line bg-raised p-1 text-ink shadow-float"
    >
      {places.map((place, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys of the field choose
        <div
          key={place.label}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={classNames(
            'flex min-h-11 cursor-pointer items-center gap-2.5 rounded-sm px-3',
            index === active ? 'bg-mint' : 'hover:bg-mint',
          )}
          // The field must keep the focus: losing it closes the list before the click.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(place)}
        >
          <PinIcon className="size-4 shrink-0 text-soft" />
          {place.label}
        </div>
      ))}
    </div>
  )
}
