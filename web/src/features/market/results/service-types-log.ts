import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '#web/api/use-api.ts'
import { logFailure } from '#web/api/log-failure.ts'
import { serviceTypesQuery } from '../search/search.api.ts'

/** Logs if the service types could not be loaded, for home and marketplace. rule: service-types */
export function useServiceTypesLog(): void {
  const { error } = useQuery(serviceTypesQuery(useApi()))
  useEffect(() => {
    if (error) logFailure('Service types could not be loaded', error)
  }, [error])
}
