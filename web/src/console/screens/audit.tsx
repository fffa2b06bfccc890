import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { AUDIT_SUBJECTS } from '#contract/trust/audit-actions.ts'
import { emptySignedIn } from '#drawings/empty-signed-in.ts'
import { parseResponse } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { ConsoleLink } from '../cases/links.tsx'
import { useAbout, useHappened, useLogReason } from '../log-words.ts'
import { Failure, textOf } from '../sign-in.tsx'
import { useConfirmed } from '../use-confirmed.tsx'
import { useMoment } from '../use-moment.ts'
import { MoreButton } from '#web/ui/states/more-button.tsx'
import { auditKey, auditQuery, verifiedQuery } from './audit.api.ts'
import type { AuditEntry, AuditFilters } from './audit.api.ts'

/** The audit log: whether it is unbroken, its entries, and the download. rule: audit-log */
export default function AuditScreen() {
  const { t } = useTranslation('console')
  const [search, setSearch] = useSearchParams()
  const filters = filtersOf((name) => search.get(name))
  const query = useInfiniteQuery(auditQuery(useApi(), filters))
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center gap-4">
        <h1 className="grow text-2xl md:text-3xl">{t('audit.title')}</h1>
        <Export />
      </div>
      <Chain />
      <Filters filters={filters} onFilter={(chosen) => setSearch(chosen)} />
      <QueryState query={query} failed={t('audit.failed')}>
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries)
          if (entries.length === 0)
            return <EmptyState drawing={emptySignedIn.waiting} title={t('audit.empty')} />
          return (
            <>
              <Entries entries={entries} />
              <MoreButton className="self-center" query={query}>
                {t('audit.more')}
              </MoreButton>
            </>
          )
        }}
      </QueryState>
    </div>
  )
}

function Chain() {
  const { t } = useTranslation('console')
  const { data, isError } = useQuery(verifiedQuery(useApi()))
  if (isError) return <MessageBox tone="problem">{t('audit.check_failed')}</MessageBox>
  if (!data)
    return (
      <p role="status" className="p-3.5 text-soft">
        {t('audit.checking')}
      </p>
    )
  return data.ok ? (
    <MessageBox tone="success">{t('audit.unbroken', { count: data.checked })}</MessageBox>
  ) : (
    <MessageBox tone="problem">{t('audit.broken', { seq: String(data.first_bad_seq) })}</MessageBox>
  )
}

function Export() {
  const { t } = useTranslation('console')
  const queryClient = useQueryClient()
  const { run, dialog } = useConfirmed()
  const download = useMutation({
    mutationFn: () => run(downloadAudit),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: auditKey }),
  })
  return (
    <>
      <Button look="quiet" busy={download.isPending} onClick={() => download.mutate()}>
        {t('audit.export')}
      </Button>
      <Failure title={t('audit.export_failed')} error={download.error} />
      {dialog}
    </>
  )
}

/** The typed client reads JSON alone. */
async function downloadAudit(): Promise<void> {
  const response = await fetch('/api/operator/audit/export')
  if (!response.ok) await parseResponse(response)
  const [, name = 'audit.ndjson'] =
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  const address = URL.createObjectURL(await response.blob())
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  URL.revokeObjectURL(address)
}

type FiltersProps = { filters: AuditFilters; onFilter: (filters: AuditFilters) => void }

function Filters({ filters, onFilter }: FiltersProps) {
  const { t } = useTranslation('console')
  const happened = useHappened()
  const actions = Object.keys(AUDIT_SUBJECTS)
    .map((action) => [action, happened(`operator.${action}`)] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other))
  return (
    <form
      key={JSON.stringify(filters)}
      className="grid gap-3 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_auto] lg:items-end"
      onSubmit={(event) => {
        event.preventDefault()
        const form = new FormData(event.currentTarget)
        onFilter(filtersOf((name) => textOf(form, name).trim()))
      }}
      onReset={() => onFilter({})}
    >
      <SelectField label={t('audit.action')} name="action" defaultValue={filters.action ?? ''}>
        <option value="">{t('audit.any')}</option>
        {actions.map(([action, text]) => (
          <option key={action} value={action}>
            {text}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t('audit.operator')}
        name="operator_id"
        defaultValue={filters.operator_id}
      />
      <TextField label={t('audit.person')} name="person_id" defaultValue={filters.person_id} />
      <div className="flex items-end gap-3">
        <Button type="submit" look="quiet">
          {t('audit.filter')}
        </Button>
        <Button type="reset" look="link">
          {t('audit.all')}
        </Button>
      </div>
    </form>
  )
}

const FILTERS = ['action', 'operator_id', 'person_id'] as const

function filtersOf(valueOf: (name: string) => string | null): AuditFilters {
  return Object.fromEntries(
    FILTERS.map((name) => [name, valueOf(name)]).filter(([, value]) => value),
  )
}

function Entries({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useTranslation('console')
  const moment = useMoment()
  const happened = useHappened()
  const reasonText = useLogReason()
  return (
    <ol aria-label={t('audit.list')} className="card divide-y divide-line">
      {entries.map(({ seq, at, operator, action, subject, reason, text }) => (
        <li key={seq} className="grid gap-x-6 gap-y-1 p-4 md:grid-cols-[4rem_1fr_2fr]">
          <span className="tabular text-soft">{seq}</span>
          <div className="min-w-0">
            <p className="font-medium wrap-anywhere">{happened(`operator.${action}`)}</p>
            <p className="text-sm text-soft">{moment(at)}</p>
            <p className="text-sm wrap-anywhere">
              <ConsoleLink href={`/audit?operator_id=${operator.id}`}>{operator.name}</ConsoleLink>
            </p>
          </div>
          <dl className="grid min-w-0 grid-cols-[auto_1fr] content-start gap-x-3 gap-y-0.5 text-sm">
            <dt className="text-soft">{t('audit.subject')}</dt>
            <dd className="wrap-anywhere">
              <Subject subject={subject} />
            </dd>
            <dt className="text-soft">{t('audit.reason')}</dt>
            <dd className="wrap-anywhere">{reasonText(reason)}</dd>
            {text !== null && (
              <>
                <dt className="text-soft">{t('audit.text')}</dt>
                <dd className="wrap-anywhere whitespace-pre-line">{text}</dd>
              </>
            )}
          </dl>
        </li>
      ))}
    </ol>
  )
}

const PAGES: Record<string, string> = { person: '/people', case: '/queues/all' }

/** The name of what an entry is about, which leads to its page if there is one. Its id only where it has no name. */
function Subject({ subject: { kind, id, label } }: Pick<AuditEntry, 'subject'>) {
  const about = useAbout()
  const page = PAGES[kind]
  return (
    <>
      {about(kind)}{' '}
      {page ? <ConsoleLink href={`${page}/${id}`}>{label ?? id}</ConsoleLink> : (label ?? id)}
    </>
  )
}
