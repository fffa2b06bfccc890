import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useLocation } from 'wouter'
import { useApi } from '#web/api/use-api.ts'
import { useUser } from '#web/session/session.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { suggestionsQuery } from '#web/features/locations/locations.api.ts'
import { filtersQuery, readFilters, resultsAddress } from './filters.ts'
import type { Filters } from './filters.ts'
import { searchDraftOf } from './search-draft.ts'
import { touchedFields } from './touched-fields.ts'

/**
 * A search form's state: begins with `initial`, or what was typed over it and not searched for, and again whenever that changes. Give `form` to the <form>, `field(name)` to the fields,
 * `zip` to the PlaceField; `search({ … })` searches with something added, e.g. a quick filter. Without a ZIP it says so and searches nothing (client spec 5).
 */
export function useSearchForm(initial: Filters, onSearch?: (filters: Filters) => void) {
  const { t } = useTranslation('errors')
  const api = useApi()
  const queryClient = useQueryClient()
  const [, navigate] = useLocation()
  const input = useRef<HTMLInputElement>(null)
  const beginning = resultsAddress(initial)
  const userId = useUser()?.id
  const hydrated = useHydrated()
  const draft = useMemo(() => searchDraftOf(userId), [userId])
  const before = useMemo(
    () => (hydrated ? draft.of(beginning) : undefined),
    [hydrated, draft, beginning],
  )
  const [typed, setTyped] = useState<{ beginning: string; filters: Filters; missing: boolean }>()
  const { filters, missing } =
    typed?.beginning === beginning ? typed : { filters: before ?? initial, missing: false }

  const keep = (now: { filters: Filters; missing: boolean }) => {
    setTyped({ beginning, ...now })
    draft.keep({ beginning, filters: now.filters })
  }
  const change = (changes: Partial<Filters>) =>
    keep({ filters: { ...filters, ...changes }, missing: missing && !changes.zip_code })

  const adopt = useEffectEvent(() => {
    const typedBefore = touchedFields(input.current?.form)
    if (typedBefore.length === 0) return
    const query = new URLSearchParams(filtersQuery(initial))
    for (const { name, value } of typedBefore) query.set(name, value)
    change(readFilters(query))
  })
  // What was typed or chosen in the server's page before this code came.
  useEffect(() => adopt(), [])

  const search = async (changes: Partial<Filters> = {}) => {
    const wanted = { ...filters, ...changes, page: 1 }
    if (!wanted.zip_code.trim()) {
      keep({ filters: wanted, missing: true })
      input.current?.focus()
      return
    }
    const zip_code = await zipOf(wanted.zip_code.trim())
    draft.clear()
    onSearch?.({ ...wanted, zip_code })
    navigate(resultsAddress({ ...wanted, zip_code }))
  }

  /** A city that was typed to its end, without taking the suggestion, is meant all the same. */
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
      error: missing ? t('zip_required') : undefined,
    },
    field: <Name extends keyof Filters>(name: Name) => ({
      value: filters[name],
      onChange: (value: Filters[Name]) => change({ [name]: value }),
    }),
  }
}
