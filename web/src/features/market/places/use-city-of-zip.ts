import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Api } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'

type AddressField = 'city' | 'state'

type AddressForm = {
  /** The ZIP code as typed. */
  zip: string
  valueOf: (field: AddressField) => string
  fill: (field: AddressField, value: string) => void
}

/** Fills in city and state of the ZIP, unless the client typed others. */
export function useCityOfZip({ zip, valueOf, fill }: AddressForm) {
  const { data: place } = useQuery(placeOfZipQuery(useApi(), zip.trim().slice(0, 5)))
  const filledIn = useRef({ city: '', state: '' })
  const form = useRef({ valueOf, fill })
  useEffect(() => {
    form.current = { valueOf, fill }
  })
  useEffect(() => {
    if (!place) return
    for (const name of ['city', 'state'] as const) {
      const typed = form.current.valueOf(name).trim()
      // What is there already may have been filled in before this part of the form was shown again.
      if (!['', filledIn.current[name], place[name]].includes(typed)) continue
      form.current.fill(name, place[name])
      filledIn.current[name] = place[name]
    }
  }, [place])
}

const placeKeys = { ofZip: (zip: string) => ['place-of-zip', zip] as const }

/** The place of a five-digit ZIP; null for an unknown ZIP. */
function placeOfZipQuery(api: Api, zip: string) {
  return queryOptions({
    queryKey: placeKeys.ofZip(zip),
    queryFn: async ({ signal }) => {
      const { suggestions } = await api.call('GET /api/locations/search', {
        query: { q: zip },
        signal,
      })
      return suggestions.find((place) => place.kind === 'zip' && place.zip === zip) ?? null
    },
    staleTime: Infinity,
    enabled: /^\d{5}$/.test(zip),
  })
}
