import { Combobox } from '@base-ui/react/combobox'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { useId, useState } from 'react'
import type { Ref } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { CheckIcon, PinIcon } from '#web/ui/icons.tsx'
import { controlClass } from '#web/ui/field.tsx'
import { AreaChips } from './area-chips.tsx'
import { useAreaSearch } from './use-area-search.ts'

type AreasFieldProps = {
  /** ZIPs or 'City, ST'. */
  value: string[]
  onChange: (value: string[]) => void
  invalid: boolean
  describedBy: string | undefined
  ref: Ref<HTMLInputElement>
}

/** Several places, found by typing (professional spec 2.1, 5). Chosen ones stand below, each with its own way out. */
export function AreasField({ value, onChange, invalid, describedBy, ref }: AreasFieldProps) {
  const { t } = useTranslation('profile')
  const id = useId()
  const [typed, setTyped] = useState('')
  const { places, labelOf, status } = useAreaSearch(typed)
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
          maxLength={100}
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
