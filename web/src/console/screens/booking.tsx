import { useQuery } from '@tanstack/react-query'
import type { BookingStatus } from '#contract/bookings/booking-status.ts'
import { useApi } from '#web/api/use-api.ts'
import { phaseOf } from '#web/features/bookings/one/phase.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { PersonLink } from '../cases/links.tsx'
import { Fact, Facts, Panel } from '../cases/panel.tsx'
import { HistoryList } from '../finding/lists.tsx'
import type { ConsoleScreenProps } from '../screens.ts'
import { useMoment } from '../use-moment.ts'
import { orCode } from '../readable-code.ts'
import { bookingQuery } from './finding.api.ts'

/** A booking with its history, without its street. rule: finding */
export default function BookingScreen({ params }: ConsoleScreenProps) {
  const { t } = useTranslation(['console_cases', 'bookings', 'console_log', 'problems', 'search'])
  const format = useFormat()
  const moment = useMoment()
  const kindText = (kind: string) =>
    kind === 'no_show'
      ? t('console_log:no_show')
      : t(`problems:kind.${kind as 'other'}`, orCode(kind))
  const stateText = (state: string) => t(`problems:state.${state as 'open'}`, orCode(state))
  const query = useQuery(bookingQuery(useApi(), params['id'] ?? ''))
  return (
    <QueryState query={query} failed={t('booking.failed')}>
      {(booking) => (
        <div className="flex flex-col gap-6">
          <header className="flex flex-wrap items-center gap-3">
            <h1 className="text-2xl md:text-3xl">
              {t('booking.title', { time: moment(booking.starts_at, booking.time_zone) })}
            </h1>
            <Badge>
              {t(`bookings:phase.${phaseOf({ status: booking.status as BookingStatus })}`)}
            </Badge>
          </header>
          <Panel title={t('booking.facts')}>
            <Facts>
              <Fact name={t('from.client')}>
                <PersonLink person={booking.client} />
              </Fact>
              <Fact name={t('from.professional')}>
                <PersonLink person={booking.professional} />
              </Fact>
              <Fact name={t('booking.service')}>
                {t(
                  `search:service_types.${booking.service_type as 'standard'}`,
                  orCode(booking.service_type),
                )}
              </Fact>
              <Fact name={t('booking.hours')}>{format.number(booking.estimated_hours)}</Fact>
              <Fact name={t('booking.total')}>{format.money(booking.total)}</Fact>
              <Fact name={t('facts.place')}>
                {booking.city}, {booking.zip_code}
              </Fact>
              <Fact name={t('booking.asked')}>{moment(booking.created_at)}</Fact>
              {booking.no_show && (
                <Fact name={t('booking.no_show')}>
                  {t(`from.${booking.no_show as 'client'}`, orCode(booking.no_show))}
                </Fact>
              )}
              {booking.reason_code && (
                <Fact name={t('facts.reason')}>
                  {t(
                    `bookings:cancel.codes.${booking.reason_code as 'other'}`,
                    orCode(booking.reason_code),
                  )}
                </Fact>
              )}
              {booking.problems.length > 0 && (
                <Fact name={t('facts.problem')}>
                  {booking.problems
                    .map(({ kind, state }) => `${kindText(kind)} (${stateText(state)})`)
                    .join(', ')}
                </Fact>
              )}
            </Facts>
          </Panel>
          <Panel title={t('history')}>
            <HistoryList history={booking.history} />
          </Panel>
        </div>
      )}
    </QueryState>
  )
}
