import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useApi } from '#web/api/use-api.ts'
import { logFailure } from '#web/api/log-failure.ts'
import { toast } from '#web/ui/toast-store.ts'
import { serviceTypesQuery } from './search.api.ts'

/** Among the results an alert says that the types of cleaning could not be had (client spec 8). */
export function useServiceTypesAlert(): void {
  const { t } = useTranslation('search')
  const { isError } = useQuery(serviceTypesQuery(useApi()))
  useEffect(() => {
    if (isError) toast.problem(t('service_types_failed'))
  }, [isError, t])
}

/** On the first screens it is only logged (client spec 8). */
export function useServiceTypesLog(): void {
  const { error } = useQuery(serviceTypesQuery(useApi()))
  useEffect(() => {
    if (error) logFailure('Service types could not be loaded', error)
  }, [error])
}
