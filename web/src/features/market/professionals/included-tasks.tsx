import { tasksOfService } from '#contract/market/home-rules.ts'
import type { PublicOffer } from '#contract/market/offer.ts'
import type { ServiceType } from '#contract/product.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'

type IncludedTasksProps = { services: PublicOffer['services']; type: ServiceType }

/** The tasks of a service that leaves some out. Nothing for one that includes all. rule: profile-content */
export function IncludedTasks({ services, type }: IncludedTasksProps) {
  const { t } = useTranslation('offer')
  const included = includedOf(services, type)
  if (!included) return null
  const text = t('services.included', { count: included.length, all: tasksOfService(type).length })
  if (included.length === 0) return <p className="col-span-full text-sm text-soft">{text}</p>
  return (
    <details className="col-span-full">
      <summary className="flex min-h-11 cursor-pointer items-center text-sm font-medium text-action">
        {text}
      </summary>
      <p className="text-sm text-soft">{included.map((task) => t(`tasks.${task}`)).join(', ')}</p>
    </details>
  )
}

/** The tasks that a service includes; undefined if it includes all or the offer does not have it. */
export function includedOf(services: PublicOffer['services'], type: ServiceType) {
  const included = services.find((service) => service.type === type)?.included
  return included && included.length < tasksOfService(type).length ? included : undefined
}
