import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { emptySignedIn } from '#drawings/empty-signed-in.ts'
import { parseResponse } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { browserTimeZone } from '#web/i18n/time-zone.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextField } from '#web/ui/field.tsx'
import { MessageBox } from '#web/ui/message-box.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { Failure, textOf } from '../sign-in.tsx'
import { useConfirmed } from '../use-confirmed.tsx'
import { MoreButton } from '#web/ui/more-button.tsx'
import { auditKey, auditQuery, verifiedQuery } from './audit.api.ts'
import type { AuditEntry, AuditFilters } from './audit.api.ts'

/** The audit log: whether it is unbroken, its entries, and the download. rule: audit-reading */
export default function AuditScreen() {
  const { t } = useTranslation('console')
  const [filters, setFilters] = useState<AuditFilters>({})
  const query = useInfiniteQuery(auditQuery(useApi(), filters))
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center gap-4">
        <h1 className="grow text-2xl md:text-3xl">{t('audit.title')}</h1>
        <Export />
      </div>
      <Chain />
      <Filters onFilter={setFilters} />
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

function Filters({ onFilter }: { onFilter: (filters: AuditFilters) => void }) {
  const { t } = useTranslation('console')
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        const form = new FormData(event.currentTarget)
        const typed = (['person_id', 'operator_id', 'action'] as const)
          .map((name) => [name, textOf(form, name).trim()] as const)
          .filter(([, value]) => value !== '')
        onFilter(Object.fromEntries(typed))
      }}
      onReset={() => onFilter({})}
    >
      <TextField label={t('audit.action')} name="action" className="grow basis-40" />
      <TextField label={t('audit.operator')} name="operator_id" className="grow basis-40" />
      <TextField label={t('audit.person')} name="person_id" className="grow basis-40" />
      <Button type="submit" look="quiet">
        {t('audit.filter')}
      </Button>
      <Button type="reset" look="link">
        {t('audit.all')}
      </Button>
    </form>
  )
}

function Entries({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useTranslation('console')
  const format = useFormat()
  return (
    <ol aria-label={t('audit.list')} className="card divide-y divide-line">
      {entries.map(({ seq, at, operator, action, subject, reason, text }) => (
        <li key={seq} className="grid gap-x-6 gap-y-1 p-4 md:grid-cols-[4rem_1fr_2fr]">
          <span className="tabular text-soft">{seq}</span>
          <div className="min-w-0">
            <p className="font-medium wrap-anywhere">{action}</p>
            <p className="text-sm text-soft">{format.visit(new Date(at), browserTimeZone())}</p>
            <p className="text-sm wrap-anywhere">{operator.name}</p>
          </div>
          <dl className="grid min-w-0 grid-cols-[auto_1fr] gap-x-3 text-sm">
            <dt className="text-soft">{t('audit.subject')}</dt>
            <dd className="wrap-anywhere">
              {subject.kind} {subject.id}
            </dd>
            <dt className="text-soft">{t('audit.reason')}</dt>
            <dd className="wrap-anywhere">{reason}</dd>
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
