import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useApi } from '#web/api/use-api.ts'
import { logFailure } from '#web/api/log-failure.ts'
import { toast } from '#web/ui/toast-store.ts'
import { serviceTypesQuery } from './search.api.ts'

/** Shows an alert on the results when the service types could not be loaded. rule: search-service-types */
export function useServiceTypesAlert(): void {
  const { t } = useTranslation('search')
  const { isError } = useQuery(serviceTypesQuery(useApi()))
  useEffect(() => {
    if (isError) toast.problem(t('service_types_failed'))
  }, [isError, t])
}

/** Only logs the failure on home and marketplace. rule: search-service-types */
export function useServiceTypesLog(): void {
  const { error } = useQuery(serviceTypesQuery(useApi()))
  useEffect(() => {
    if (error) logFailure('Service types could not be loaded', error)
  }, [error])
}
