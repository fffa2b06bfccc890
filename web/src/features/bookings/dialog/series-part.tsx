import { useId, useRef, useState } from 'react'
import type { PreviewedVisit } from '#contract/bookings/series.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/states/skeleton.tsx'
import type { SeriesChoice } from './series-choices.ts'
import type { SeriesOfDialog } from './use-series-request.ts'
import { LoadFailure } from '../list/load-failure.tsx'

/** How many dates are shown of those that fit. */
const SHOWN = 2

type SeriesPartProps = { series: SeriesOfDialog }

/**
 * The next 8 of the regular visits that the dialog asks for, with a choice for each that does not fit. rule:
 * series-request
 */
export default function SeriesPart({ series }: SeriesPartProps) {
  const { t } = useTranslation('series')
  const id = useId()
  const { isKnown, preview, undecided } = series
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h3 id={id} className="font-display text-lg font-semibold">
        {t('visits.title')}
      </h3>
      <p role="status" className="font-medium text-amber empty:absolute">
        {undecided.length > 0 && t('preview.choose', { count: undecided.length })}
      </p>
      {!isKnown ? (
        <p className="text-soft">{t('preview.incomplete')}</p>
      ) : preview.data ? (
        <Visits
          series={series}
          visits={preview.data.visits}
          zone={preview.data.time_zone}
          undecided={undecided[0]}
        />
      ) : preview.error ? (
        <LoadFailure
          failed={t('preview.failed')}
          error={preview.error}
          isRetrying={preview.isFetching}
          onRetry={() => void preview.refetch()}
        />
      ) : (
        <Loading />
      )}
    </section>
  )
}

type VisitsProps = {
  series: SeriesOfDialog
  visits: readonly PreviewedVisit[]
  zone: string
  undecided: PreviewedVisit | undefined
}

function Visits({ series, visits, zone, undecided }: VisitsProps) {
  const { t } = useTranslation('series')
  const format = useFormat()
  const [isOpen, setIsOpen] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  const shown = visits.filter(({ state }, index) => isOpen || index < SHOWN || state === 'conflict')
  return (
    <div className="flex flex-col items-start">
      <ol ref={list} tabIndex={-1} className="flex flex-col self-stretch outline-none">
        {shown.map((visit) => (
          <li key={visit.date} className="border-b border-line py-2.5">
            {visit.state === 'conflict' ? (
              <Conflict
                series={series}
                visit={visit}
                zone={zone}
                isFirst={visit === visits[0]}
                isFirstUndecided={visit === undecided}
              />
            ) : (
              <>
                <span className="block first-letter:uppercase">
                  {format.visit(visit.starts_at, zone)}
                </span>
                {visit.state === 'request' && (
                  <span className="block text-sm text-amber">{t('preview.request')}</span>
                )}
              </>
            )}
          </li>
        ))}
      </ol>
      {shown.length < visits.length && (
        <Button
          look="link"
          className="px-0!"
          onClick={() => {
            setIsOpen(true)
            // The button goes away.
            list.current?.focus()
          }}
        >
          {t('visits.show_all', { count: visits.length })}
        </Button>
      )}
    </div>
  )
}

type ConflictProps = {
  series: SeriesOfDialog
  visit: PreviewedVisit
  zone: string
  isFirst: boolean
  isFirstUndecided: boolean
}

function Conflict({ series, visit, zone, isFirst, isFirstUndecided }: ConflictProps) {
  const { t } = useTranslation('series')
  const format = useFormat()
  const name = useId()
  const { date, alternatives } = visit
  const chosen = series.choices.find((choice) => choice.date === date)
  const options: { key: string; label: string; choice: SeriesChoice }[] = [
    ...(isFirst
      ? []
      : [{ key: 'skip', label: t('preview.skip'), choice: { date, action: 'skip' } as const }]),
    ...alternatives.map(({ booking_date, booking_time, starts_at }) => ({
      key: starts_at,
      label: t('preview.move', { when: format.visit(starts_at, zone) }),
      choice: { date, action: 'move' as const, booking_date, booking_time },
    })),
  ]
  return (
    <fieldset className="flex flex-col">
      <legend className="float-left w-full first-letter:uppercase">
        {format.visit(visit.starts_at, zone)}
        <span className="block text-sm text-clay">
          {t(visit.why === 'off' ? 'preview.off' : 'preview.taken')}
        </span>
      </legend>
      {options.map(({ key, label, choice }, index) => (
        <label key={key} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            ref={isFirstUndecided && index === 0 ? series.firstUndecided : undefined}
            type="radio"
            name={name}
            checked={isSame(chosen, choice)}
            onChange={() => series.choose(choice)}
            className="size-5 shrink-0 accent-action"
          />
          {label}
        </label>
      ))}
      {isFirst && <p className="text-sm text-soft">{t('preview.first')}</p>}
    </fieldset>
  )
}

function isSame(one: SeriesChoice | undefined, other: SeriesChoice): boolean {
  if (one?.action === 'move' && other.action === 'move') {
    return one.booking_date === other.booking_date && one.booking_time === other.booking_time
  }
  return one?.action === other.action
}

function Loading() {
  return (
    <div aria-busy="true" className="flex flex-col gap-3">
      <LoadingStatus />
      {['a', 'b'].map((key) => (
        <Skeleton key={key} className="h-8" />
      ))}
    </div>
  )
}
