import { useTranslation } from '#web/i18n/use-translation.ts'
import type { Filters } from './filters.ts'
import { OFFER_SWITCHES } from './read-filters.ts'

type OfferFieldsProps = { filters: Filters; onChange: (changes: Partial<Filters>) => void }

/** 'Speaks my language', which is the reader's, and the switches of the offer. rule: search-filters */
export default function OfferFields({ filters, onChange }: OfferFieldsProps) {
  const { t, i18n } = useTranslation(['offer', 'professionals'])
  const mine = i18n.language
  return (
    <div className="col-span-full grid gap-x-4 sm:grid-cols-2">
      <Switch
        label={t('speaks_my_language')}
        checked={filters.speaks === mine}
        onChange={(checked) => onChange({ speaks: checked ? mine : undefined })}
      />
      {OFFER_SWITCHES.map((name) => (
        <Switch
          key={name}
          label={t(name === 'verified' ? 'professionals:checked' : `professionals:${name}`)}
          checked={filters[name] === 'true'}
          onChange={(checked) => onChange({ [name]: checked ? 'true' : undefined })}
        />
      ))}
    </div>
  )
}

type SwitchProps = { label: string; checked: boolean; onChange: (checked: boolean) => void }

function Switch({ label, checked, onChange }: SwitchProps) {
  return (
    <label className="flex min-h-11 items-center gap-2.5 font-medium">
      <input
        type="checkbox"
        className="size-5 shrink-0"
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {label}
    </label>
  )
}
