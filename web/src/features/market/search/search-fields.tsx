import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { RESULT_SERVICE_TYPES } from '#contract/market/search-rules.ts'
import type { ServiceType } from '#contract/product.ts'
import { useApi } from '#web/api/use-api.ts'
import { SelectField } from '#web/ui/forms/field.tsx'
import type { Filters } from './filters.ts'
import { serviceTypesQuery } from './search.api.ts'

export type FieldOf<Name extends keyof Filters> = {
  value: Filters[Name]
  onChange: (value: Filters[Name]) => void
  className?: string
}

type ServiceTypeProps = FieldOf<'service_type'> & {
  /** A type that nobody offers here. It is listed all the same while it is chosen. */
  missing?: ServiceType | undefined
}

/**
 * 'All Services' and the types that the server lists; four types of our own if they cannot be loaded.
 * rule: service-types
 */
export function ServiceTypeField({ value, onChange, className, missing }: ServiceTypeProps) {
  const { t } = useTranslation(['find', 'search'])
  const { data: types = RESULT_SERVICE_TYPES } = useQuery(serviceTypesQuery(useApi()))
  return (
    <SelectField
      label={t('service_type')}
      name="service_type"
      value={value}
      className={className ?? ''}
      onChange={({ target }) => onChange(target.value as Filters['service_type'])}
    >
      <option value="">{t('all_services')}</option>
      {types
        .filter((type) => type !== missing || type === value)
        .map((type) => (
          <option key={type} value={type}>
            {t(`search:service_types.${type}`)}
          </option>
        ))}
    </SelectField>
  )
}
