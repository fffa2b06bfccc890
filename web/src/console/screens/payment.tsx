import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api/use-api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { ActionButtons } from '../actions/action-buttons.tsx'
import { PersonLink } from '../cases/links.tsx'
import { Fact, Facts, Panel } from '../cases/panel.tsx'
import { HistoryList } from '../finding/lists.tsx'
import { useMoneyNames } from '../finding/use-money-names.ts'
import type { ConsoleScreenProps } from '../screens.ts'
import { useMoment } from '../use-moment.ts'
import { paymentQuery } from './finding.api.ts'

/** A payment with its history, and its refund. rule: finding, two-operators */
export default function PaymentScreen({ params }: ConsoleScreenProps) {
  const { t } = useTranslation('console_cases')
  const format = useFormat()
  const moment = useMoment()
  const moneyNames = useMoneyNames()
  const query = useQuery(paymentQuery(useApi(), params['number'] ?? ''))
  return (
    <QueryState query={query} failed={t('payment.failed')}>
      {(payment) => {
        const { number, amount, refunded, person, status } = payment
        return (
          <div className="flex flex-col gap-6">
            <header className="flex flex-wrap items-center gap-3">
              <h1 className="text-2xl md:text-3xl">{t('payment.title', { number })}</h1>
              <Badge>{moneyNames(status)}</Badge>
            </header>
            {status === 'paid' && refunded === 0 && (
              <div className="flex flex-wrap gap-3">
                <ActionButtons actions={[{ action: 'refund', id: number, personId: person.id }]} />
              </div>
            )}
            <Panel title={t('booking.facts')}>
              <Facts>
                <Fact name={t('facts.amount')}>{format.money(amount)}</Fact>
                <Fact name={t('payment.refunded')}>{format.money(refunded)}</Fact>
                <Fact name={t('payment.kind')}>{moneyNames(payment.kind)}</Fact>
                <Fact name={t('payment.person')}>
                  <PersonLink person={person} />
                </Fact>
                <Fact name={t('payment.created')}>{moment(payment.created_at)}</Fact>
                {payment.paid_at && <Fact name={t('payment.paid')}>{moment(payment.paid_at)}</Fact>}
              </Facts>
            </Panel>
            <Panel title={t('history')}>
              <HistoryList history={payment.history} />
            </Panel>
          </div>
        )
      }}
    </QueryState>
  )
}
