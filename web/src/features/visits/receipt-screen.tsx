import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Receipt } from '#contract/receipts.ts'
import { emptySignedIn } from '#drawings/empty-signed-in.ts'
import { Refusal } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { visitAddress } from '#web/features/bookings/booking-address.ts'
import { useLineText, useSplitText } from '#web/features/bookings/price-lines.tsx'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { receiptQuery } from './hours.api.ts'
import { Payment } from './payment.tsx'

/** The receipt of a visit, made to print on one sheet. rule: receipt-screen */
export function ReceiptScreen({ id }: { id: string }) {
  const { t } = useTranslation('hours')
  const query = useQuery(receiptQuery(useApi(), id))
  const status = query.error instanceof Refusal ? query.error.status : undefined
  const missing = status === 409 ? 'not_ready' : status === 404 ? 'not_found' : undefined
  return (
    <div className="page flex max-w-200 flex-col gap-4 print:p-0">
      <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
        <TextLink href={visitAddress(id)}>{t('receipt.back')}</TextLink>
        {query.data && (
          <Button look="quiet" onClick={() => window.print()}>
            {t('receipt.print')}
          </Button>
        )}
      </div>
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
  return (
    <article
      className={classNames(
        'card flex flex-col gap-8 p-5 md:p-10 print:border-0 print:p-0',
        receipt.lines.length > LINES_AT_FULL_SIZE ? 'print:[zoom:0.6]' : 'print:[zoom:0.75]',
      )}
    >
      <header className="flex flex-wrap items-start justify-between gap-4">
        <Logo />
        <div className="md:text-right">
          <h1 className="text-2xl">{t('receipt.title')}</h1>
          <p className="tabular text-soft">{receipt.number}</p>
        </div>
      </header>
      <dl className="grid grid-cols-1 gap-x-8 gap-y-4 md:grid-cols-2 print:grid-cols-2">
        <Fact name={t('receipt.professional')}>{receipt.professional_name}</Fact>
        <Fact name={t('receipt.client')}>{receipt.client_name}</Fact>
        <Fact name={t('receipt.date')}>
          <span className="block first-letter:uppercase">{format.day(receipt.booking_date)}</span>
        </Fact>
        <Fact name={t('receipt.place')}>
          {receipt.city}, {receipt.state} {receipt.zip_code}
        </Fact>
        <Fact name={t('receipt.service')}>{t(`search:service_types.${receipt.service_type}`)}</Fact>
        {split && <Fact name={t('receipt.hours')}>{split}</Fact>}
      </dl>
      <table className="tabular w-full text-left">
        <thead className="border-b border-edge text-sm text-soft">
          <tr>
            <th scope="col" className="py-2 pr-4 font-normal">
              {t('receipt.what')}
            </th>
            <th scope="col" className="py-2 text-right font-normal">
              {t('receipt.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {receipt.lines.map((line) => (
            <tr key={line.kind === 'extra' ? line.extra : line.kind}>
              <td className="py-2 pr-4 wrap-anywhere">{lineText(line)}</td>
              <td className="py-2 text-right align-top">{format.money(line.amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot className="border-t border-edge text-lg font-semibold">
          <tr>
            <th scope="row" className="py-3 pr-4">
              {t('receipt.total')}
            </th>
            <td className="py-3 text-right">{format.money(receipt.final_amount)}</td>
          </tr>
        </tfoot>
      </table>
      <p className="text-sm text-soft">{t('receipt.tax')}</p>
      <Payment receipt={receipt} />
    </article>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0 break-words">
      <dt className="text-sm text-soft">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  )
}
