import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { emptySignedIn } from '#drawings/empty-signed-in.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import {
  BookingsPanel,
  CasesPanel,
  PaymentsPanel,
  PersonRow,
  RowsPanel,
} from '../finding/lists.tsx'
import { textOf } from '../sign-in.tsx'
import { searchQuery } from './finding.api.ts'
import type { Found } from './finding.api.ts'

/** Finds people, bookings, payments and cases. What is searched for is in the address. rule: finding */
export default function SearchScreen() {
  const { t } = useTranslation('console_cases')
  const [search, setSearch] = useSearchParams()
  const q = (search.get('q') ?? '').trim()
  const query = useQuery(searchQuery(useApi(), q))
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-2xl md:text-3xl">{t('search.title')}</h1>
      <form
        key={q}
        role="search"
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          setSearch({ q: textOf(new FormData(event.currentTarget), 'q').trim() })
        }}
      >
        <TextField
          label={t('search.label')}
          help={t('search.help')}
          name="q"
          type="search"
          minLength={2}
          maxLength={100}
          required
          defaultValue={q}
          className="grow basis-64"
        />
        <Button type="submit" busy={query.isFetching} className="sm:mt-7.5 sm:self-start">
          {t('search.submit')}
        </Button>
      </form>
      {q.length >= 2 && (
        <QueryState query={query} failed={t('search.failed')}>
          {(found) => <Results found={found} />}
        </QueryState>
      )}
    </div>
  )
}

function Results({ found }: { found: Found }) {
  const { t } = useTranslation('console_cases')
  const { people, bookings, payments, cases } = found
  if (people.length + bookings.length + payments.length + cases.length === 0)
    return <EmptyState drawing={emptySignedIn.waiting} title={t('search.nothing')} />
  return (
    <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
      <RowsPanel title={t('search.people')} items={people}>
        {(person) => <PersonRow key={person.id} person={person} />}
      </RowsPanel>
      <BookingsPanel bookings={bookings} />
      <PaymentsPanel payments={payments} />
      <CasesPanel cases={cases} />
    </div>
  )
}
