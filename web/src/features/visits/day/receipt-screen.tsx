import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Receipt } from '#contract/bookings/receipts.ts'
import { emptySignedIn } from '#drawings/empty-signed-in.ts'
import { Refusal } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { visitAddress } from '#web/features/bookings/list/booking-address.ts'
import { useLineText, useSplitText } from '#web/features/bookings/one/price-lines.tsx'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { Paper, PaperBar } from '#web/ui/paper.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { RowsSkeleton } from '#web/ui/states/rows-skeleton.tsx'
import { receiptQuery } from './hours.api.ts'
import { Payment } from './payment.tsx'

/** The receipt of a visit, made to print on one sheet. rule: receipts */
export default function ReceiptScreen({ id }: { id: string }) {
  const { t } = useTranslation('hours')
  const query = useQuery(receiptQuery(useApi(), id))
  const status = query.error instanceof Refusal ? query.error.status : undefined
  const missing = status === 409 ? 'not_ready' : status === 404 ? 'not_found' : undefined
  return (
    <div className="page flex max-w-200 flex-col gap-4 print:p-0">
      <PaperBar
        href={visitAddress(id)}
        back={t('receipt.back')}
        {...(query.data && { print: t('receipt.print') })}
      />
      {!query.data && (
        <h1 className={missing ? 'sr-only' : 'text-2xl md:text-3xl'}>{t('receipt.title')}</h1>
      )}
      {missing ? (
        <EmptyState drawing={emptySignedIn.noPayments} title={t(`receipt.${missing}`)}>
          {t(`receipt.${missing}_help`)}
        </EmptyState>
      ) : (
        <QueryState query={query} failed={t('receipt.failed')} pending={<RowsSkeleton count={5} />}>
          {(receipt) => <ReceiptPage receipt={receipt} />}
        </QueryState>
      )}
    </div>
  )
}

/** Receipts with more lines print smaller, to fit on one sheet. */
const LINES_AT_FULL_SIZE = 8

function ReceiptPage({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation(['hours', 'search'])
  const format = useFormat()
  const lineText = useLineText('one_time')
  const split = useSplitText()(receipt.lines)
  const facts: [string, ReactNode][] = [
    [t('receipt.professional'), receipt.professional_name],
    [t('receipt.client'), receipt.client_name],
    [
      t('receipt.date'),
      <span key="date" className="block first-letter:uppercase">
        {format.day(receipt.booking_date)}
      </span>,
    ],
    [t('receipt.place'), `${receipt.city}, ${receipt.state} ${receipt.zip_code}`],
    [t('receipt.service'), t(`search:service_types.${receipt.service_type}`)],
  ]
  return (
    <Paper
      title={t('receipt.title')}
      number={receipt.number}
      facts={split ? [...facts, [t('receipt.hours'), split]] : facts}
      words={{ what: t('receipt.what'), amount: t('receipt.amount'), total: t('receipt.total') }}
      lines={receipt.lines.map((line) => ({
        key: line.kind === 'extra' ? line.extra : line.kind,
        what: lineText(line),
        amount: line.amount,
      }))}
      total={receipt.final_amount}
      className={
        receipt.lines.length > LINES_AT_FULL_SIZE ? 'print:[zoom:0.6]' : 'print:[zoom:0.75]'
      }
    >
      <p className="text-sm text-soft">{t('receipt.tax')}</p>
      <Payment receipt={receipt} />
    </Paper>
  )
}
