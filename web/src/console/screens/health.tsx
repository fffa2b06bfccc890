import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import { HEALTH_MEASURES } from '#contract/console/health-measures.ts'
import { useApi } from '#web/api/use-api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { Chart } from '../health/chart.tsx'
import { DataTable } from '../health/data-table.tsx'
import { healthQuery, lastDays } from '../health/health.api.ts'
import type { Health, Range } from '../health/health.api.ts'
import { Section } from '../health/section.tsx'
import { textOf } from '../sign-in.tsx'
import { useSpan } from '../use-due.ts'

/** How the marketplace does: charts of days, and tables. The range is in the address. rule: marketplace-health */
export default function HealthScreen() {
  const { t } = useTranslation('health')
  const [search, setSearch] = useSearchParams()
  const [latest] = useState(() => lastDays(new Date()))
  const range: Range = {
    from: search.get('from') ?? latest.from,
    to: search.get('to') ?? latest.to,
    place: search.get('place') ?? '',
  }
  const query = useQuery(healthQuery(useApi(), range))
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-2xl md:text-3xl">{t('title')}</h1>
      <form
        key={JSON.stringify(range)}
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          const form = new FormData(event.currentTarget)
          const [from, to, place] = ['from', 'to', 'place'].map((name) => textOf(form, name).trim())
          setSearch({ from: from!, to: to!, place: place! })
        }}
      >
        <TextField label={t('from')} name="from" type="date" defaultValue={range.from} required />
        <TextField label={t('to')} name="to" type="date" defaultValue={range.to} required />
        <TextField
          label={t('place')}
          name="place"
          placeholder={t('place_example')}
          defaultValue={range.place}
          className="grow basis-48"
        />
        <Button type="submit" busy={query.isFetching}>
          {t('show')}
        </Button>
      </form>
      <QueryState query={query} failed={t('failed')}>
        {(health) => <Figures health={health} range={range} />}
      </QueryState>
    </div>
  )
}

type Shown = { health: Health; range: Range }

function Figures({ health, range }: Shown) {
  return (
    <div className="flex flex-col gap-10">
      <Measures health={health} />
      <Days health={health} range={range} />
      <Unserved health={health} range={range} />
      <Leads health={health} range={range} />
      <Churn health={health} range={range} />
    </div>
  )
}

function Measures({
  health: { totals, first_answer_median_minutes: median, fill_rate },
}: {
  health: Health
}) {
  const { t } = useTranslation('health')
  const format = useFormat()
  const percent = usePercent()
  const span = useSpan()
  const facts = [
    [t('measures.searches'), format.number(totals.searches)],
    [t('measures.requests'), format.number(totals.requests)],
    [t('first_answer'), median === null ? t('none') : span(median)],
    [t('fill_rate'), percent(fill_rate)],
  ]
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-4">
      {facts.map(([name, value]) => (
        <div key={name} className="card flex flex-col gap-1 p-4">
          <dt className="text-sm text-soft">{name}</dt>
          <dd className="tabular font-display text-2xl font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const DEMAND = ['searches', 'searches_without_result', 'profile_views'] as const
const REQUESTS = ['requests', 'accepted', 'completed'] as const

function Days({ health: { days, totals }, range }: Shown) {
  const { t } = useTranslation('health')
  const format = useFormat()
  const [isTable, setTable] = useState(false)
  const charts = useMemo(
    () =>
      ([DEMAND, REQUESTS] as const).map((measures) =>
        measures.map((measure) => ({
          name: t(`measures.${measure}`),
          values: days.map((day) => day[measure]),
        })),
      ),
    [days, t],
  )
  const dates = useMemo(() => days.map(({ day }) => day), [days])
  const toggle = (
    <Button look="link" className="px-0" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
      {t('as_table')}
    </Button>
  )
  return (
    <Section
      title={t('days')}
      table="days"
      range={range}
      isEmpty={HEALTH_MEASURES.every((measure) => totals[measure] === 0)}
      extra={toggle}
    >
      {isTable ? (
        <DataTable
          caption={t('days')}
          columns={[
            { name: t('day') },
            ...HEALTH_MEASURES.map((measure) => ({
              name: t(`measures.${measure}`),
              isNumber: true,
            })),
          ]}
          rows={days.map((day) => [
            day.day,
            ...HEALTH_MEASURES.map((measure) => format.number(day[measure])),
          ])}
        />
      ) : (
        <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
          <Chart
            title={t('demand')}
            description={t('demand_help')}
            days={dates}
            lines={charts[0]!}
          />
          <Chart
            title={t('requested')}
            description={t('requested_help')}
            days={dates}
            lines={charts[1]!}
          />
        </div>
      )}
    </Section>
  )
}

function Unserved({ health: { unserved }, range }: Shown) {
  const { t } = useTranslation('health')
  const format = useFormat()
  return (
    <Section title={t('unserved')} table="unserved" range={range} isEmpty={unserved.length === 0}>
      <DataTable
        caption={t('unserved')}
        columns={[
          { name: t('zip') },
          { name: t('city') },
          { name: t('measures.searches_without_result'), isNumber: true },
        ]}
        rows={unserved.map(({ zip, city, state, searches }) => [
          zip,
          `${city}, ${state}`,
          format.number(searches),
        ])}
      />
    </Section>
  )
}

function Leads({ health: { leads }, range }: Shown) {
  const { t } = useTranslation('health')
  const format = useFormat()
  const { opened, locked, returned, by_reason } = leads
  return (
    <Section title={t('leads.title')} table="leads" range={range} isEmpty={opened + locked === 0}>
      <DataTable
        caption={t('leads.title')}
        columns={[{ name: t('leads.kind') }, { name: t('leads.count'), isNumber: true }]}
        rows={[
          [t('leads.opened'), format.number(opened)],
          [t('leads.locked'), format.number(locked)],
          [t('leads.returned'), format.number(returned)],
          ...by_reason.map(({ reason, count }) => [
            t('leads.because', { reason: reasonText(t, reason) }),
            format.number(count),
          ]),
        ]}
      />
    </Section>
  )
}

function Churn({ health: { churn }, range }: Shown) {
  const { t } = useTranslation('health')
  const format = useFormat()
  const percent = usePercent()
  const { active_at_start, came, left, active_at_end, rate } = churn
  return (
    <Section
      title={t('churn.title')}
      table="churn"
      range={range}
      isEmpty={active_at_start + active_at_end === 0}
    >
      <DataTable
        caption={t('churn.title')}
        columns={['at_start', 'came', 'left', 'at_end', 'rate'].map((name) => ({
          name: t(`churn.${name as 'rate'}`),
          isNumber: true,
        }))}
        rows={[[...[active_at_start, came, left, active_at_end].map(format.number), percent(rate)]]}
      />
    </Section>
  )
}

const REASONS = ['no_word', 'silent', 'cancelled_early', 'client_suspended'] as const

function reasonText(t: ReturnType<typeof useTranslation<'health'>>['t'], reason: string): string {
  const known = REASONS.find((one) => one === reason)
  return known ? t(`leads.reasons.${known}`) : reason
}

function usePercent(): (rate: number | null) => string {
  const { t } = useTranslation('health')
  const format = useFormat()
  return (rate) => (rate === null ? t('none') : `${format.number(Math.round(rate * 1000) / 10)}%`)
}
