import { Link } from '#web/ui/link.tsx'
import type { ReactNode } from 'react'
import type { BookingStatus } from '#contract/bookings/booking-status.ts'
import { phaseOf } from '#web/features/bookings/one/phase.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CaseList } from '../cases/case-list.tsx'
import type { CaseSummary } from '../cases/cases.api.ts'
import { Panel } from '../cases/panel.tsx'
import type { Found } from '../screens/finding.api.ts'
import { useHappened } from '../log-words.ts'
import { useMoment } from '../use-moment.ts'
import { useMoneyNames } from './use-money-names.ts'

/** A row of a list that leads to a page. */
function Row({ href, title, children }: { href: string; title: ReactNode; children: ReactNode }) {
  return (
    <li>
      <Link href={href} className="flex flex-col gap-0.5 p-3 -outline-offset-2 hover:bg-mint">
        <span className="font-medium wrap-anywhere">{title}</span>
        <span className="text-sm wrap-anywhere text-soft">{children}</span>
      </Link>
    </li>
  )
}

type RowsPanelProps<Item> = {
  title: string
  items: readonly Item[]
  children: (item: Item) => ReactNode
}

/** A panel with a row for each item; nothing if there is none. */
export function RowsPanel<Item>({ title, items, children }: RowsPanelProps<Item>) {
  if (items.length === 0) return null
  return (
    <Panel title={title}>
      <ul aria-label={title} className="-mx-2 max-h-96 divide-y divide-line overflow-y-auto">
        {items.map(children)}
      </ul>
    </Panel>
  )
}

/** A panel with cases; nothing if there is none. */
export function CasesPanel({ cases }: { cases: readonly CaseSummary[] }) {
  const { t } = useTranslation('console_cases')
  if (cases.length === 0) return null
  return (
    <Panel title={t('search.cases')}>
      <CaseList cases={cases} />
    </Panel>
  )
}

export function PersonRow({ person }: { person: Found['people'][number] }) {
  const { t } = useTranslation('console_cases')
  return (
    <Row href={`/people/${person.id}`} title={person.name}>
      {t(`roles.${person.role}`)} · {person.email}
      {person.state !== 'active' && ` · ${t(`person_states.${person.state}`)}`}
    </Row>
  )
}

/** A panel with bookings; nothing if there is none. */
export function BookingsPanel({ bookings }: { bookings: Found['bookings'] }) {
  const { t } = useTranslation('console_cases')
  return (
    <RowsPanel title={t('search.bookings')} items={bookings}>
      {(booking) => <BookingRow key={booking.id} booking={booking} />}
    </RowsPanel>
  )
}

function BookingRow({ booking }: { booking: Found['bookings'][number] }) {
  const { t } = useTranslation(['console_cases', 'bookings'])
  const moment = useMoment()
  const { id, starts_at, time_zone, status, client, professional } = booking
  return (
    <Row href={`/bookings/${id}`} title={moment(starts_at, time_zone)}>
      {t(`bookings:phase.${phaseOf({ status: status as BookingStatus })}`)} · {client.name} ·{' '}
      {professional.name}
    </Row>
  )
}

/** A panel with payments; nothing if there is none. */
export function PaymentsPanel({ payments }: { payments: Found['payments'] }) {
  const { t } = useTranslation('console_cases')
  return (
    <RowsPanel title={t('search.payments')} items={payments}>
      {(payment) => <PaymentRow key={payment.number} payment={payment} />}
    </RowsPanel>
  )
}

function PaymentRow({ payment }: { payment: Found['payments'][number] }) {
  const format = useFormat()
  const moneyNames = useMoneyNames()
  const { number, amount, status, person } = payment
  return (
    <Row href={`/payments/${number}`} title={`${number} · ${format.money(amount)}`}>
      {moneyNames(status)} · {person.name}
    </Row>
  )
}

/** The events of a booking or a payment, with their times and the people who caused them. */
export function HistoryList({
  history,
}: {
  history: readonly { at: string; kind: string; by: { name: string } | null }[]
}) {
  const moment = useMoment()
  const happened = useHappened()
  return (
    <ol className="flex flex-col gap-1 text-sm">
      {history.map(({ at, kind, by }) => (
        <li key={`${at}${kind}`}>
          <span className="tabular text-soft">{moment(at)}</span> {happened(kind)}
          {by && ` · ${by.name}`}
        </li>
      ))}
    </ol>
  )
}

export function StateBadge({ state }: { state: 'active' | 'suspended' | 'deleted' }) {
  const { t } = useTranslation('console_cases')
  return <Badge tone={state === 'active' ? 'good' : 'bad'}>{t(`person_states.${state}`)}</Badge>
}
