import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { formatMonth } from '#contract/date-formats.ts'
import { RECEIPT_YEAR_MIN } from '#contract/bookings/hour-rules.ts'
import type { Receipt } from '#contract/bookings/receipts.ts'
import { emptySignedIn } from '#drawings/empty-signed-in.ts'
import { address } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { receiptAddress } from '#web/features/bookings/list/booking-address.ts'
import { isProfileMissing, ProfileFirst } from '#web/features/calendar/profile-first.tsx'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { dashboardAddress, RECEIPTS } from '#web/router/dashboard-address.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { SelectField } from '#web/ui/forms/field.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { RowsSkeleton } from '#web/ui/states/rows-skeleton.tsx'
import { FoldedPart } from '#web/ui/folded-part.tsx'
import { Link } from '#web/ui/link.tsx'
import { useNow } from '#web/ui/states/use-now.ts'
import { receiptsQuery } from './hours.api.ts'

type ScreenProps = { professionalId: string; search: URLSearchParams }

/** A professional's receipts of a year, which stands in the address. rule: receipts */
export function ReceiptsScreen({ professionalId, search }: ScreenProps) {
  const { t } = useTranslation('hours')
  const [, navigate] = useLocation()
  const thisYear = useNow().getFullYear()
  const years = Array.from(
    { length: thisYear + 2 - RECEIPT_YEAR_MIN },
    (_, index) => thisYear + 1 - index,
  )
  const year = years.find((one) => String(one) === search.get('year')) ?? thisYear
  return (
    <>
      <SelectField
        label={t('list.year')}
        className="self-start"
        value={year}
        onChange={(event) => navigate(`${RECEIPTS}?year=${event.target.value}`, { replace: true })}
      >
        {years.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </SelectField>
      <ReceiptsOfYear key={year} professionalId={professionalId} year={year} />
    </>
  )
}

type YearProps = { professionalId: string; year: number }

function ReceiptsOfYear({ professionalId, year }: YearProps) {
  const { t, i18n } = useTranslation('hours')
  const format = useFormat()
  const query = useQuery(receiptsQuery(useApi(), professionalId, year))
  const { error } = query
  if (isProfileMissing(error)) return <ProfileFirst drawing={emptySignedIn.noPayments} />
  return (
    <QueryState query={query} failed={t('list.failed')} pending={<RowsSkeleton count={4} />}>
      {({ receipts, total }) =>
        receipts.length === 0 ? (
          <EmptyState
            drawing={emptySignedIn.noPayments}
            title={t('list.none', { year })}
            action={<ButtonLink href={dashboardAddress()}>{t('list.dashboard')}</ButtonLink>}
          >
            {t('list.none_help')}
          </EmptyState>
        ) : (
          <>
            <div className="flex flex-wrap items-end justify-between gap-3">
              <p role="status">
                <span className="block text-sm text-soft">{t('list.total', { year })}</span>
                <strong className="tabular font-display text-2xl font-semibold">
                  {format.money(total)}
                </strong>
              </p>
              <a
                className="inline-flex min-h-11 items-center font-medium text-action underline decoration-1 underline-offset-4 hover:decoration-2"
                href={address('/api/professional/receipts/{id}/csv', {
                  params: { id: professionalId },
                  query: { year },
                })}
                download
              >
                {t('list.csv')}
              </a>
            </div>
            <div className="card divide-y divide-line">
              {[...months(receipts)].map(([month, ofMonth], index) => (
                <FoldedPart
                  key={month}
                  title={formatMonth(i18n.language, `${month}-01`)}
                  fact={format.money(ofMonth.reduce((sum, one) => sum + one.final_amount, 0))}
                  open={index === 0}
                >
                  <ul className="w-full divide-y divide-line">
                    {ofMonth.map((receipt) => (
                      <li key={receipt.number}>
                        <ReceiptRow receipt={receipt} />
                      </li>
                    ))}
                  </ul>
                </FoldedPart>
              ))}
            </div>
          </>
        )
      }
    </QueryState>
  )
}

/** The receipts of each month, such as '2026-11', in their order. */
const months = (receipts: readonly Receipt[]) =>
  Map.groupBy(receipts, ({ booking_date }) => booking_date.slice(0, 7))

/** One receipt. Its link covers the row. */
function ReceiptRow({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation(['hours', 'search'])
  const format = useFormat()
  return (
    <article className="relative grid grid-cols-[1fr_auto] items-center gap-x-4 py-3 hover:bg-mint">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{receipt.client_name}</p>
        <p className="text-sm text-soft">
          {format.date(`${receipt.booking_date}T00:00:00Z`, 'UTC')},{' '}
          {t(`search:service_types.${receipt.service_type}`)}, {receipt.city}
        </p>
        <Link
          href={receiptAddress(receipt.booking_id)}
          className="text-sm font-medium text-action after:absolute after:inset-0"
        >
          {t('receipt.open', { number: receipt.number })}
        </Link>
      </div>
      <p className="tabular self-start text-right font-semibold">
        {format.money(receipt.final_amount)}
      </p>
    </article>
  )
}
