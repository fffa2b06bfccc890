import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { KeyboardEvent, Ref } from 'react'
import type { LocationSuggestion } from '#contract/locations.ts'
import { LOCATION_SEARCH_DELAY_MS } from '#contract/product.ts'
import { useApi } from '#web/api/use-api.ts'
import { classNames } from '#web/ui/class-names.ts'
import { controlClass } from '#web/ui/field.tsx'
import { PinIcon, WarningIcon } from '#web/ui/icons.tsx'
import { suggestionsQuery } from './locations.api.ts'
import { useDelayed } from './use-delayed.ts'

type PlaceFieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  /** A suggestion was taken; `value` has become its ZIP. */
  onChoose?: (place: LocationSuggestion) => void
  placeholder?: string
  error?: string | undefined
  /** The name under which a plain form sends it. */
  name?: string
  ref?: Ref<HTMLInputElement>
  className?: string
}

/** A ZIP code, or the beginning of a city, with suggestions while typing (client spec 5). */
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
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const settled = useDelayed(typed, LOCATION_SEARCH_DELAY_MS)
  const { data: places = [] } = useQuery(suggestionsQuery(useApi(), settled))
  const shown = open && settled === typed && places.length > 0

  const choose = (place: LocationSuggestion) => {
    onChange(place.zip)
    onChoose?.(place)
    setOpen(false)
    setActive(-1)
  }
  const onKeyDown = (event: KeyboardEvent) => {
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
        maxLength={40}
        role="combobox"
        aria-expanded={shown}
        aria-controls={`${id}-places`}
        aria-autocomplete="list"
        aria-activedescendant={shown && active >= 0 ? `${id}-${active}` : undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className={controlClass(error)}
        onChange={({ target }) => {
          onChange(target.value)
          setTyped(target.value)
          setOpen(true)
          setActive(-1)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
      />
      <div
        id={`${id}-places`}
        role="listbox"
        aria-label={label}
        hidden={!shown}
        className="absolute inset-x-0 top-full z-20 mt-1 max-h-80 min-w-60 overflow-y-auto rounded-md border border-line bg-raised p-1 text-ink shadow-float"
      >
        {places.map((place, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field’s keys choose
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
            // The field keeps the focus, or it would close the list before the click.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(place)}
          >
            <PinIcon className="size-4 shrink-0 text-soft" />
            {place.label}
          </div>
        ))}
      </div>
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
