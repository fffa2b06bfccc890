import { useSearchParams } from 'wouter'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { classNames } from '#web/ui/class-names.ts'
import { CASE_FILTERS } from './cases.api.ts'
import type { CaseFilter } from './cases.api.ts'

/** Which cases the list has. */
export function StateChoice({ current }: { current: CaseFilter }) {
  const { t } = useTranslation('console_cases')
  const [, setSearch] = useSearchParams()
  return (
    <div role="group" aria-label={t('state_label')} className="flex flex-wrap gap-2">
      {CASE_FILTERS.map((state) => (
        <button
          key={state}
          type="button"
          aria-pressed={state === current}
          className={classNames(
            'min-h-11 rounded-full border px-4 font-medium hover:border-action',
            state === current ? 'border-action bg-mint text-action' : 'border-edge bg-surface',
          )}
          onClick={() => setSearch({ state })}
        >
          {t(`filters.${state}`)}
        </button>
      ))}
    </div>
  )
}
