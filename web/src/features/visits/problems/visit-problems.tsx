import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { Visit } from '#contract/visits/visits.ts'
import { firstNameOf } from '#contract/people/display-name.ts'
import { refreshQueries } from '#web/api/query-meta.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckIcon } from '#web/ui/pictures/icons.tsx'
import { lazyPart } from '#web/ui/states/lazy-part.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { useFailureToast } from '#web/ui/states/use-failure-toast.ts'
import { ContactLinks } from './contact-links.tsx'
import { StateBadge, useKindText } from './problem-state.tsx'
import { problemAddress, useAllGood } from './problems.api.ts'

const ReportDialog = lazyPart(() => import('./report-dialog.tsx'))

/** The reports about a visit, and buttons for those that the reader can make now. rule: problems */
export function VisitProblems({ visit }: { visit: Visit }) {
  const { t } = useTranslation('problems')
  const section = useRef<HTMLElement>(null)
  const role = useUser()?.role ?? 'client'
  const { problems, all_good_at, no_show, may } = visit
  const canSay = may.includes('all_good') || may.includes('report_problem')
  if (problems.length === 0 && !all_good_at && !no_show && !canSay) return null
  return (
    <section
      ref={section}
      tabIndex={-1}
      className="card flex flex-col gap-4 p-4 md:p-5"
      aria-label={t('section')}
    >
      <h2 className="text-lg">{t('section')}</h2>
      {problems.length > 0 && <ProblemList visit={visit} />}
      {all_good_at && (
        <p className="flex items-center gap-2 font-medium text-action">
          <CheckIcon className="size-5" />
          {t(`all_good.said.${role}`)}
        </p>
      )}
      {canSay && <AfterVisit visit={visit} onAllGood={() => section.current?.focus()} />}
      {no_show && <NoShowPart visit={visit} noShow={no_show} />}
    </section>
  )
}

function ProblemList({ visit: { booking_id, problems } }: { visit: Visit }) {
  const kindText = useKindText()
  return (
    <ul className="divide-y divide-line">
      {problems.map(({ id, kind, by, state }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
          <TextLink href={problemAddress(booking_id, id)}>{kindText({ kind, by })}</TextLink>
          <StateBadge state={state} />
        </li>
      ))}
    </ul>
  )
}

function AfterVisit({ visit, onAllGood }: { visit: Visit; onAllGood: () => void }) {
  const { t } = useTranslation('problems')
  const format = useFormat()
  const failure = useFailureToast()
  const refusalText = useRefusalText()
  const allGood = useAllGood(visit.booking_id)
  const [isReporting, setIsReporting] = useState(false)
  const sayAllGood = async () => {
    try {
      await allGood.mutateAsync()
      // The pressed button is gone.
      onAllGood()
    } catch (error) {
      failure.show(refusalText(error))
    }
  }
  return (
    <>
      <div className="flex flex-wrap gap-3">
        {visit.may.includes('all_good') && (
          <Button look="quiet" busy={allGood.isPending} onClick={() => void sayAllGood()}>
            <CheckIcon className="size-5" />
            {t('all_good.say')}
          </Button>
        )}
        {visit.may.includes('report_problem') && (
          <Button look="quiet" onClick={() => setIsReporting(true)}>
            {t('report.title')}
          </Button>
        )}
      </div>
      {visit.report_until && (
        <p className="text-sm text-soft">
          {t('report.until', { time: format.visit(visit.report_until, visit.time_zone) })}
        </p>
      )}
      <Suspense>
        {isReporting && <ReportDialog visit={visit} onClose={() => setIsReporting(false)} />}
      </Suspense>
    </>
  )
}

type NoShowProps = { visit: Visit; noShow: NonNullable<Visit['no_show']> }

/** The question is folded before the arrival and after 'Start', when it is rarely asked. rule: no-show */
function NoShowPart(props: NoShowProps) {
  const { t } = useTranslation('problems')
  const question = t('no_show.ask', { name: firstNameOf(props.visit.other.name) })
  const { stage } = props.visit
  const isThere = stage === 'started' || stage === 'finished'
  if (isThere || props.noShow.waits_for === 'arrival') {
    return (
      <details>
        <summary className="inline-flex min-h-11 items-center font-medium text-action">
          {question}
        </summary>
        <NoShow {...props} />
      </details>
    )
  }
  return (
    <div className="flex flex-col gap-3">
      <p className="font-medium">{question}</p>
      <NoShow {...props} />
    </div>
  )
}

/** Tells from when a no-show can be reported, and what must happen before. rule: no-show */
function NoShow({ visit, noShow: { from, waits_for, tried } }: NoShowProps) {
  const { t } = useTranslation('problems')
  const format = useFormat()
  const role = useUser()?.role ?? 'client'
  const [isReporting, setIsReporting] = useState(false)
  const minutes = useMinutesUntil(from)
  return (
    <div className="flex flex-col items-start gap-3">
      {waits_for === 'time' && (
        <Waiting>
          {t('no_show.from', { time: format.time(from, visit.time_zone) })}{' '}
          {minutes > 0 && t('no_show.minutes', { count: minutes })}
        </Waiting>
      )}
      {waits_for === 'arrival' && <Waiting>{t('no_show.arrival')}</Waiting>}
      {!tried && <Waiting>{t(`no_show.contact.${role}`)}</Waiting>}
      <div className="flex flex-wrap gap-3">
        <ContactLinks visit={visit} />
        {visit.may.includes('report_no_show') && (
          <Button look="danger" onClick={() => setIsReporting(true)}>
            {t('no_show.report')}
          </Button>
        )}
      </div>
      <Suspense>
        {isReporting && (
          <ReportDialog visit={visit} kind="no_show" onClose={() => setIsReporting(false)} />
        )}
      </Suspense>
    </div>
  )
}

const Waiting = ({ children }: { children: ReactNode }) => (
  <p role="status" className="text-soft">
    {children}
  </p>
)

const TICK_MS = 10_000

/** Whole minutes until an instant, 0 from then on. When it comes, the visit is read again. */
function useMinutesUntil(instant: string): number {
  const queryClient = useQueryClient()
  const minutesNow = () => Math.max(0, Math.ceil((Date.parse(instant) - Date.now()) / 60_000))
  const [minutes, setMinutes] = useState(minutesNow)
  useEffect(() => {
    if (minutes === 0) return
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((Date.parse(instant) - Date.now()) / 60_000))
      setMinutes(left)
      if (left === 0) void refreshQueries(queryClient, 'booking-status')
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [instant, minutes, queryClient])
  return minutes
}
