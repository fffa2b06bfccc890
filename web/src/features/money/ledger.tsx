import { useTranslation } from '#web/i18n/use-translation.ts'
import { LEADS_PER_MONTH } from '#contract/money/money-rules.ts'
import { PRODUCT_NAME } from '#contract/product.ts'
import type { LedgerEntry } from '#contract/money/billing.ts'
import { emptySignedIn } from '#drawings/empty-signed-in.ts'
import type { Answer } from '#web/api/client.ts'
import { useFormat } from '#web/i18n/format.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { RowsSkeleton } from '#web/ui/states/rows-skeleton.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { DASHBOARD, invoiceAddress, SETTINGS } from './billing-address.ts'
import { browserTimeZone } from '#web/i18n/time-zone.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api/use-api.ts'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { ledgerQuery } from './billing.api.ts'

type LedgerData = Answer<'GET /api/professional/ledger/{id}'>

/** The balance, the clients who wait for a credit, and the newest entries. rule: credit-ledger */
function Ledger({ ledger }: { ledger: LedgerData }) {
  const { balance, entries, has_older } = ledger
  const { t } = useTranslation('billing')
  if (entries.length === 0) {
    return (
      <EmptyState
        drawing={emptySignedIn.noPayments}
        title={t('ledger.none')}
        action={<ButtonLink href={DASHBOARD}>{t('success.dashboard')}</ButtonLink>}
      >
        {t('ledger.none_help', { leads: LEADS_PER_MONTH })}
      </EmptyState>
    )
  }
  return (
    <div className="flex flex-col gap-8">
      <p className="tabular font-display text-2xl font-semibold">
        {t('ledger.balance', { count: balance })}
      </p>
      {ledger.waiting.length > 0 && <Waiting {...ledger} />}
      <section aria-labelledby="ledger-history" className="flex flex-col gap-3">
        <h2 id="ledger-history" className="text-xl">
          {t('ledger.history')}
        </h2>
        <ol className="card divide-y divide-line">
          {entries.map((entry, index) => (
            <Entry key={entries.length - index} entry={entry} />
          ))}
        </ol>
        {has_older && (
          <p className="measure text-soft">
            {t('ledger.older', { count: entries.length })}{' '}
            <TextLink href={SETTINGS}>{t('ledger.your_data')}</TextLink>
          </p>
        )}
      </section>
    </div>
  )
}

function Waiting({ waiting, waiting_total }: Pick<LedgerData, 'waiting' | 'waiting_total'>) {
  const { t } = useTranslation('billing')
  const format = useFormat()
  return (
    <section aria-labelledby="ledger-waiting" className="flex flex-col gap-3">
      <h2 id="ledger-waiting" className="text-xl">
        {t('ledger.waiting')}
      </h2>
      <ol className="card divide-y divide-line">
        {waiting.map(({ client, since }) => (
          <li key={`${since} ${client}`} className="px-4 py-3">
            {t('ledger.waiting_since', { client, date: format.date(since, browserTimeZone()) })}
          </li>
        ))}
      </ol>
      {waiting_total > waiting.length && (
        <p className="text-soft">
          {t('ledger.more_waiting', { count: waiting_total - waiting.length })}
        </p>
      )}
    </section>
  )
}

function Entry({ entry }: { entry: LedgerEntry }) {
  const { t } = useTranslation('billing')
  const format = useFormat()
  const { amount, at, balance, client, note, invoice_id } = entry
  return (
    <li className="grid grid-cols-[2.5rem_1fr] items-start gap-x-3 px-4 py-3 md:grid-cols-[2.5rem_1fr_auto]">
      <span
        className={classNames(
          'tabular text-lg font-semibold',
          amount > 0 ? 'text-action' : 'text-ink',
        )}
      >
        {signed(amount)}
      </span>
      <div className="min-w-0 break-words">
        <p>
          {t(`ledger.reasons.${reasonKey(entry)}`, {
            client,
            note,
            product: PRODUCT_NAME,
            count: Math.abs(amount),
          })}
        </p>
        <p className="text-sm text-soft first-letter:uppercase">
          {format.visit(at, browserTimeZone())}
        </p>
        {invoice_id && (
          <TextLink href={invoiceAddress(invoice_id)}>
            {t('ledger.invoice', { id: invoice_id })}
          </TextLink>
        )}
      </div>
      <p className="tabular text-sm text-soft max-md:col-start-2">
        {t('ledger.after', { count: balance })}
      </p>
    </li>
  )
}

/** A positive 'refund' is the end of a chargeback. rule: refunds */
function reasonKey({ amount, reason }: LedgerEntry) {
  if (amount === 0) return 'refund_spent'
  if (reason === 'operator' && amount < 0) return 'operator_back'
  return reason === 'refund' && amount > 0 ? 'refund_undone' : reason
}

function signed(amount: number): string {
  if (amount === 0) return '0'
  return amount > 0 ? `+${amount}` : `−${-amount}`
}

/** The skeleton of the ledger: the balance, then the entries. */
function LedgerSkeleton() {
  return (
    <div className="flex flex-col gap-8" aria-busy="true">
      <Skeleton className="h-9 w-52" />
      <div className="flex flex-col gap-3">
        <Skeleton className="h-7 w-24" />
        <RowsSkeleton count={4} />
      </div>
    </div>
  )
}

/** Explains what a lead costs and when its credit returns. rule: lead-returns */
function LeadRules() {
  const { t } = useTranslation('billing')
  return (
    <section
      aria-labelledby="lead-rules"
      className="flex flex-col gap-3 rounded-lg bg-mint p-4 md:p-5"
    >
      <h2 id="lead-rules" className="text-lg">
        {t('ledger.how')}
      </h2>
      <ul className="measure flex list-disc flex-col gap-2 pl-5">
        <li>{t('ledger.rule_once')}</li>
        <li>{t('ledger.rule_back')}</li>
        <li>{t('ledger.rule_keep')}</li>
      </ul>
    </section>
  )
}

/** Every lead credit with its reason. rule: credit-ledger */
export function LeadsScreen({ professionalId }: { professionalId: string }) {
  const { t } = useTranslation('billing')
  const query = useQuery(ledgerQuery(useApi(), professionalId))
  return (
    <>
      <QueryState query={query} failed={t('ledger.failed')} pending={<LedgerSkeleton />}>
        {(ledger) => <Ledger ledger={ledger} />}
      </QueryState>
      <LeadRules />
    </>
  )
}
