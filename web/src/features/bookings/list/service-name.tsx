import type { ServiceType } from '#contract/product.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'

/** `reclean_of` is missing in what an earlier version stored for offline reading. */
type Visit = { service_type: ServiceType; reclean_of?: string | null }

/** 'Deep Cleaning', or 'Re-clean: Deep Cleaning' of a visit that repairs another. rule: reclean */
export function ServiceName({ visit }: { visit: Visit }) {
  const { t } = useTranslation(['bookings', 'search'])
  const service = t(`search:service_types.${visit.service_type}`)
  return visit.reclean_of ? t('reclean', { service }) : service
}
