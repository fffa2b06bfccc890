import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useApi } from '#web/api/use-api.ts'
import { useFailureToast } from '#web/ui/use-failure-toast.ts'
import { serviceTypesQuery } from './search.api.ts'

/** Shows an alert on the results when the service types could not be loaded. rule: search-service-types */
export function useServiceTypesAlert(): void {
  const { t } = useTranslation('search')
  const { isError } = useQuery(serviceTypesQuery(useApi()))
  const failure = useFailureToast()
  useEffect(() => {
    if (isError) failure.show(t('service_types_failed'))
    else failure.clear()
  }, [isError, failure, t])
}
