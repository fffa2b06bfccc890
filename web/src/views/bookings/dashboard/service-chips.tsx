import { useTranslation } from '#web/i18n/use-translation.ts'
import type { ServiceType } from '#contract/product.ts'
import { Chip } from '#web/ui/chip.tsx'

export function ServiceChips({ services }: { services: readonly ServiceType[] }) {
  const { t } = useTranslation('search')
  return (
    <ul className="flex flex-wrap gap-2">
      {services.map((type) => (
        <li key={type}>
          <Chip>{t(`service_types.${type}`)}</Chip>
        </li>
      ))}
    </ul>
  )
}
