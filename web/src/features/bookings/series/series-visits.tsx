import { useState } from 'react'
import { Link } from '#web/ui/link.tsx'
import type { Role } from '#contract/product.ts'
import type { Series, SeriesVisit } from '#contract/bookings/series.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { visitAddress } from '../list/booking-address.ts'
import { isLateNow } from '../one/late.tsx'
import { ProposalPanel } from '../one/proposal-panel.tsx'
import { ProposeDialog } from '../one/propose-dialog.tsx'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { useFailureToast } from '#web/ui/states/use-failure-toast.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { LateNotes } from './late-notes.tsx'
import { cancellable } from './late-visits.ts'
import { firstNameOfOther, nameOfOther } from './other-side.ts'
import { useSkipVisit } from './series.api.ts'

const TONES = {
  planned: 'plain',
  accepted: 'good',
  skipped: 'plain',
  paused: 'waiting',
  conflict: 'bad',
  cancelled: 'bad',
} as const satisfies Record<SeriesVisit['status'], string>

type SeriesVisitsProps = { series: Series; reader: Role }

/** The next 8 dates, each with its state and what this side can do with it. rule: series */
export function SeriesVisits({ series, reader }: SeriesVisitsProps) {
  const { t } = useTranslation('series')
  return (
    <section aria-labelledby="series-visits" className="flex flex-col gap-2">
      <h2 id="series-visits" className="text-xl">
        {t('visits.title')}
      </h2>
      {series.visits.length === 0 && <p className="text-soft">{t('visits.none')}</p>}
      <ol className="flex flex-col">
        {series.visits.map((visit) => (
          <li key={visit.date} className="border-b border-line py-2">
            <VisitRow series={series} visit={visit} reader={reader} />
            <OpenProposal series={series} visit={visit} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Another time that is proposed for this visit, with the answers of the reader. rule: proposals */
function OpenProposal({ series, visit }: { series: Series; visit: SeriesVisit }) {
  const { booking_id, proposal } = visit
  if (!booking_id || !proposal) return null
  const { time_zone, city } = series
  const may_move = visit.may.includes('move')
  const booking = { id: booking_id, ...cancellable(visit), time_zone, city, proposal, may_move }
  return (
    <div className="py-2">
      <ProposalPanel booking={booking} name={nameOfOther(series)} />
    </div>
  )
}

function VisitRow({ series, visit, reader }: SeriesVisitsProps & { visit: SeriesVisit }) {
  const { t } = useTranslation('series')
  const format = useFormat()
  const when = format.visit(visit.starts_at, series.time_zone)
  const isDropped = visit.status === 'skipped' || visit.status === 'cancelled'
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <p className={`flex flex-wrap items-center gap-x-3 gap-y-1 ${isDropped ? 'text-soft' : ''}`}>
        {visit.booking_id && visit.status === 'accepted' && !series.locked ? (
          <Link
            href={visitAddress(visit.booking_id)}
            className="inline-flex min-h-11 items-center font-medium text-action underline decoration-1 underline-offset-4"
          >
            <span className="first-letter:uppercase">{when}</span>
          </Link>
        ) : (
          <span className="inline-flex min-h-11 items-center font-medium">
            <span className={`first-letter:uppercase ${isDropped ? 'line-through' : ''}`}>
              {when}
            </span>
          </span>
        )}
        <span className="flex flex-wrap gap-2">
          <Badge tone={TONES[visit.status]}>
            {visit.status === 'skipped' && visit.skipped_by && visit.skipped_by !== reader
              ? t('visits.skipped_by', { name: firstNameOfOther(series) })
              : t(`visits.status.${visit.status}`)}
          </Badge>
          {visit.moved && <Badge tone="plain">{t('visits.moved')}</Badge>}
        </span>
      </p>
      <VisitActions series={series} visit={visit} when={when} />
    </div>
  )
}

type VisitActionsProps = { series: Series; visit: SeriesVisit; when: string }

function VisitActions({ series, visit, when }: VisitActionsProps) {
  const { t } = useTranslation('series')
  const [dialog, setDialog] = useState<'move' | 'change'>()
  const { time_zone, city, professional, zip_code, service_type, estimated_hours } = series
  const { date, booking_id, proposal, may } = visit
  const name = (action: string) => t('visits.name', { action, when })
  const close = () => setDialog(undefined)
  return (
    <div className="-ml-4 flex w-full flex-wrap sm:ml-0 sm:w-auto">
      {(may.includes('skip') || may.includes('unskip')) && (
        <SkipButton series={series} visit={visit} name={name} />
      )}
      {may.includes('move') && !proposal && (
        <Button look="link" aria-label={name(t('visits.move'))} onClick={() => setDialog('move')}>
          {t('visits.move')}
        </Button>
      )}
      {may.includes('change') && (
        <Button
          look="link"
          aria-label={name(t('visits.following'))}
          onClick={() => setDialog('change')}
        >
          {t('visits.following')}
        </Button>
      )}
      {dialog === 'move' && booking_id !== null && (
        <ProposeDialog
          booking={{
            id: booking_id,
            ...cancellable(visit),
            time_zone,
            city,
            professional,
            zip_code,
            service_type,
            estimated_hours,
          }}
          name={nameOfOther(series)}
          onClose={close}
        />
      )}
      {dialog === 'change' && <ChangeDialog series={series} from={date} onClose={close} />}
    </div>
  )
}

type SkipButtonProps = {
  series: Series
  visit: SeriesVisit
  name: (action: string) => string
}

/**
 * Skips a visit, undoes an own skip, or tries a date again that did not fit. Late ones ask first. rule: series-breaks
 */
function SkipButton({ series, visit, name }: SkipButtonProps) {
  const { date, status, may } = visit
  const { t } = useTranslation('series')
  const refusalText = useRefusalText()
  const skip = useSkipVisit(series.id)
  const failure = useFailureToast()
  const [isAsking, setIsAsking] = useState(false)
  const undo = may.includes('unskip')
  const send = async () => {
    failure.clear()
    try {
      await skip.mutateAsync({ date, undo })
      toast.success(t(undo ? 'visits.restored' : 'visits.skipped'))
      setIsAsking(false)
    } catch (error) {
      failure.show(refusalText(error))
    }
  }
  const press = () => {
    if (!undo && isLateNow(cancellable(visit))) setIsAsking(true)
    else void send()
  }
  const label = t(
    status === 'skipped' ? 'visits.undo' : status === 'conflict' ? 'visits.retry' : 'visits.skip',
  )
  return (
    <>
      <Button look="link" busy={skip.isPending} aria-label={name(label)} onClick={press}>
        {label}
      </Button>
      {isAsking && (
        <FormDialog
          title={t('visits.skip_title')}
          submit={t('visits.skip_late')}
          look="danger"
          busy={skip.isPending}
          back={t('visits.keep')}
          onSubmit={() => void send()}
          onClose={() => setIsAsking(false)}
        >
          <LateNotes all={[series]} ends={(one) => one === date} />
        </FormDialog>
      )}
    </>
  )
}
