import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { FormEvent, RefObject } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useLocation } from 'wouter'
import { useApi } from '#web/api/use-api.ts'
import { useUser } from '#web/session/session.ts'
import { userStorage } from '#web/session/user-storage.ts'
import { useHydrated } from '#web/ui/states/use-hydrated.ts'
import { suggestionsQuery } from '../places/locations.api.ts'
import { NO_FILTERS, resultsAddress } from './filters.ts'
import type { Filters } from './filters.ts'

/**
 * The state of a search form. It starts with `initial`, or with the stored draft of the same form, and again when
 * `initial` changes. `form` are the properties of the <form>, `zip` those of the PlaceField, `when` those of
 * When, `field(name)` those of the other fields. `search({ … })` searches with additional filters. Without a ZIP it
 * shows an error and does not search. rule: search-finds-listed, search-address
 */
export function useSearchForm(initial: Filters, onSearch?: (filters: Filters) => void) {
  const { t } = useTranslation('errors')
  const api = useApi()
  const queryClient = useQueryClient()
  const [, navigate] = useLocation()
  const input = useRef<HTMLInputElement>(null)
  const { filters, isZipMissing, update, change, clearDraft } = useFilterDraft(initial)
  useTypedBeforeHydration(input, change)

  const search = async (changes: Partial<Filters> = {}) => {
    const wanted = { ...filters, ...changes, page: 1 }
    if (!wanted.zip_code.trim()) {
      update({ filters: wanted, isZipMissing: true })
      input.current?.focus()
      return
    }
    const zip_code = await zipOf(wanted.zip_code.trim())
    clearDraft()
    onSearch?.({ ...wanted, zip_code })
    navigate(resultsAddress({ ...wanted, zip_code }))
  }

  /** The text may be a city whose suggestion was not chosen. Then we search for the ZIP of the first suggestion. */
  const zipOf = async (text: string) => {
    if (/\d/.test(text)) return text
    const places = await queryClient.fetchQuery(suggestionsQuery(api, text)).catch(() => [])
    return places[0]?.zip ?? text
  }

  return {
    filters,
    search,
    form: {
      action: '/search',
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault()
        void search()
      },
    },
    zip: {
      ref: input,
      name: 'zip_code',
      value: filters.zip_code,
      onChange: (zip_code: string) => change({ zip_code }),
      error: isZipMissing ? t('zip_required') : undefined,
    },
    when: { filters, onChange: change },
    field: <Name extends keyof Filters>(name: Name) => ({
      value: filters[name],
      onChange: (value: Filters[Name]) => change({ [name]: value }),
    }),
  }
}

type FormState = { filters: Filters; isZipMissing: boolean }

/** The typed filters, stored as a draft in this tab. They start again when `initial` changes. rule: search-address */
function useFilterDraft(initial: Filters) {
  const initialAddress = resultsAddress(initial)
  const userId = useUser()?.id
  const hydrated = useHydrated()
  const draft = useMemo(() => searchDraftOf(userId), [userId])
  const stored = useMemo(
    () => (hydrated ? draft.read(initialAddress) : undefined),
    [hydrated, draft, initialAddress],
  )
  const [typed, setTyped] = useState<FormState & { initialAddress: string }>()
  const { filters, isZipMissing } =
    typed?.initialAddress === initialAddress
      ? typed
      : { filters: stored ?? initial, isZipMissing: false }

  const update = (state: FormState) => {
    setTyped({ initialAddress, ...state })
    draft.write({ beginning: initialAddress, filters: state.filters })
  }
  const change = (changes: Partial<Filters>) =>
    update({
      filters: { ...filters, ...changes },
      isZipMissing: isZipMissing && !changes.zip_code,
    })

  return { filters, isZipMissing, update, change, clearDraft: draft.clear }
}

/** `beginning` is the address of the first filters. Drafts stored by older versions have this name. */
type Draft = { beginning: string; filters: Filters }

/** Stores in this tab what a person typed into a search form until they search. rule: search-address */
function searchDraftOf(userId = 'visitor') {
  const { read, write, clear } = userStorage<Draft>(userId, 'search')
  return {
    /** The draft of the form that started with the filters of this address. */
    read(initialAddress: string): Filters | undefined {
      const draft = read()
      return draft.beginning === initialAddress ? draft.filters : undefined
    },
    write,
    clear,
  }
}

/** Calls `change` with what the person typed or chose in the form before the page was hydrated. */
function useTypedBeforeHydration(
  input: RefObject<HTMLInputElement | null>,
  change: (changes: Partial<Filters>) => void,
) {
  const adoptTypedFields = useEffectEvent(() => {
    const touched = touchedFields(input.current?.form)
    if (touched.length === 0) return
    change(Object.fromEntries(touched.map(({ name, value }) => [name, value])))
  })
  useEffect(() => adoptTypedFields(), [])
}

/** The fields of a form whose values differ from those that the server rendered. */
function touchedFields(form: HTMLFormElement | null | undefined) {
  return [...(form?.elements ?? [])].filter(
    (field): field is HTMLInputElement | HTMLSelectElement =>
      ((field instanceof HTMLInputElement && field.value !== field.defaultValue) ||
        (field instanceof HTMLSelectElement && isTouched(field))) &&
      field.name in NO_FILTERS,
  )
}

const isTouched = ({ options }: HTMLSelectElement) =>
  [...options].some((option) => option.defaultSelected && !option.selected)
