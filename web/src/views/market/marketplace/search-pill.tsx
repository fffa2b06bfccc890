import { useState } from 'react'
import { QUICK_FILTERS } from '#contract/market/search-rules.ts'
import { NO_FILTERS, resultsAddress } from '#web/features/market/search/filters.ts'
import type { Filters } from '#web/features/market/search/filters.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SearchIcon } from '#web/ui/pictures/icons-signed-in.tsx'
import { RecentList } from './recent-list.tsx'
import { SearchPanel } from './search-panel.tsx'

type SearchPillProps = {
  /** The ZIP code of the next visit, with which the quick filters search. */
  zip: string
  searches: Filters[]
  onSearch: (filters: Filters) => void
  onDelete: () => void
}

/** The search panel as one line, which opens it, and the quick filters. rule: marketplace-panel */
export function SearchPill({ zip, searches, onSearch, onDelete }: SearchPillProps) {
  const { t } = useTranslation(['marketplace', 'search'])
  const [isOpen, setIsOpen] = useState(false)
  const near = { ...NO_FILTERS, zip_code: zip }
  return (
    <section className="flex flex-col gap-3">
      <h1 className="text-lg">{t('title')}</h1>
      <button
        type="button"
        aria-haspopup="dialog"
        className="flex min-h-14 w-full items-center gap-3 rounded-full border border-edge bg-surface px-5 py-2 text-left hover:border-action hover:bg-mint"
        onClick={() => setIsOpen(true)}
      >
        <SearchIcon className="size-5 shrink-0 text-action" />
        <span className="min-w-0 wrap-anywhere text-soft">{t('pill')}</span>
      </button>
      <div className="flex flex-wrap gap-2">
        <ButtonLink look="quiet" href={resultsAddress({ ...near, ...QUICK_FILTERS.deepClean })}>
          {t('quick.deep_clean')}
        </ButtonLink>
        <ButtonLink look="quiet" href={resultsAddress({ ...near, ...QUICK_FILTERS.weeklyService })}>
          {t('quick.weekly_service')}
        </ButtonLink>
      </div>
      {isOpen && (
        <Dialog title={t('title')} height="full" onClose={() => setIsOpen(false)}>
          <div className="flex flex-col gap-8">
            <SearchPanel onSearch={onSearch} />
            {searches.length > 0 && <RecentList searches={searches} onDelete={onDelete} />}
          </div>
        </Dialog>
      )}
    </section>
  )
}
