import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import type { Problem, ProblemMay } from '#contract/visits/problems.ts'
import { firstNameOf } from '#contract/people/display-name.ts'
import { emptySignedIn } from '#drawings/empty-signed-in.ts'
import { Refusal } from '#web/api/client.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useApi } from '#web/api/use-api.ts'
import { useLatePressText } from '#web/features/bookings/one/late-press.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { lazyPart } from '#web/ui/states/lazy-part.tsx'
import { RowsSkeleton } from '#web/ui/states/rows-skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { useVisitTime } from '#web/features/bookings/one/use-visit-time.ts'
import { ProblemPhotos } from './problem-photos.tsx'
import { StateBadge, useKindText, useSideText } from './problem-state.tsx'
import { problemQuery, useAnswerProblem, useCloseProblem } from './problems.api.ts'
import type { Closing } from './problems.api.ts'

const AnswerForm = lazyPart(() => import('./answer-form.tsx'))

/** A problem of a visit, for both sides. rule: problems */
export default function ProblemScreen({ id, bookingId }: { id: string; bookingId: string }) {
  const { t } = useTranslation('problems')
  const query = useQuery(problemQuery(useApi(), id))
  const isMissing = query.error instanceof Refusal && query.error.status === 404
  return (
    <div className="page flex max-w-200 flex-col gap-6">
      <TextLink href={`/visits/${bookingId}`}>{t('back')}</TextLink>
      {isMissing ? (
        <>
          <h1 className="sr-only">{t('title')}</h1>
          <EmptyState drawing={emptySignedIn.noBookings} title={t('not_found')}>
            {t('not_found_help')}
          </EmptyState>
        </>
      ) : (
        <>
          {!query.data && <h1 className="text-2xl md:text-3xl">{t('title')}</h1>}
          <QueryState query={query} failed={t('failed')} pending={<RowsSkeleton count={4} />}>
            {(problem) => <ProblemPage problem={problem} />}
          </QueryState>
        </>
      )}
    </div>
  )
}

function ProblemPage({ problem }: { problem: Problem }) {
  const { t } = useTranslation(['problems', 'bookings'])
  const kindText = useKindText()
  const format = useFormat()
  const latePressText = useLatePressText()
  const sideText = useSideText(problem)
  const { visit, value, answer, reclean, decision, contacts } = problem
  const visitTime = useVisitTime()
  const time = (instant: string) => format.visit(instant, visit.time_zone)
  return (
    <article className="flex flex-col gap-6">
      <header className="flex flex-col items-start gap-3">
        <StateBadge state={problem.state} />
        <h1 className="text-2xl md:text-3xl">{t('heading', { what: kindText(problem) })}</h1>
        <p className="text-soft first-letter:uppercase">
          {visit.other.name}
          {', '}
          {visitTime(visit.starts_at, visit)}
        </p>
      </header>
      <NextStep problem={problem} />
      <section className="card flex flex-col gap-5 p-4 md:p-5">
        <Statement title={t('statement')} by={whose(problem, true)} text={problem.statement}>
          {value !== null && (
            <p className="tabular">{t('value', { amount: format.money(value) })}</p>
          )}
        </Statement>
        {answer !== null && (
          <Statement title={t('answer')} by={whose(problem, false)} text={answer}>
            {reclean && (
              <p className="first-letter:uppercase">
                {t('reclean.offered', {
                  time: time(reclean.starts_at),
                  hours: t('bookings:hours', { count: reclean.estimated_hours }),
                })}
              </p>
            )}
          </Statement>
        )}
        {decision && (
          <Statement
            title={t('decision')}
            by={t(`outcome.${problem.outcome ?? 'shared'}`)}
            text={decision.text}
          />
        )}
        {contacts.length > 0 && (
          <div>
            <h2 className="text-lg">{t('contacts')}</h2>
            <ul className="text-soft">
              {contacts.map((contact) => {
                const { at, by, way } = contact
                const latePress = latePressText(contact, visit.time_zone)
                return (
                  <li key={`${at}${by}${way}`} className="first-letter:uppercase">
                    {time(at)}, {sideText(by)}, {t(`way.${way}`)}
                    {latePress && <p className="text-sm">{latePress}</p>}
                  </li>
                )
              })}
            </ul>
          </div>
        )}
      </section>
      <ProblemPhotos problem={problem} />
    </article>
  )

  function whose({ by }: Problem, ofAuthor: boolean) {
    const author = by === 'client' ? 'client' : 'professional'
    const other = by === 'client' ? 'professional' : 'client'
    return sideText(ofAuthor ? author : other)
  }
}

function Statement({
  title,
  by,
  text,
  children,
}: {
  title: string
  by: string
  text: string
  children?: ReactNode
}) {
  const { t } = useTranslation('problems')
  return (
    <div className="flex flex-col gap-1">
      <h2 className="text-lg">{title}</h2>
      <p className="text-sm text-soft">{by}</p>
      <p className="whitespace-pre-line break-words">{text || t('deleted')}</p>
      {children}
    </div>
  )
}

/** 'What happens next', with a date where there is one, and what the reader can do. rule: problems */
function NextStep({ problem }: { problem: Problem }) {
  const { t } = useTranslation('problems')
  const format = useFormat()
  const user = useUser()
  const [isAnswering, setIsAnswering] = useState(false)
  const { may, state, kind, by, answer_until, visit, reclean } = problem
  const isOwn = by === user?.role
  const time = answer_until ? format.visit(answer_until, visit.time_zone) : ''
  const key = nextKey()
  return (
    <section className="flex flex-col items-start gap-4 rounded-md bg-mint p-4 md:p-5">
      <div>
        <h2 className="text-lg">{t('next.title')}</h2>
        <p role="status">{t(`next.${key}`, { name: firstNameOf(visit.other.name), time })}</p>
      </div>
      {reclean?.booking_id && (
        <TextLink href={`/visits/${reclean.booking_id}`}>{t('reclean.open')}</TextLink>
      )}
      {may.includes('answer') && (
        <Button onClick={() => setIsAnswering(true)}>{t('answer_form.open')}</Button>
      )}
      {may.includes('dispute') && (
        <NoShowAnswer problem={problem} onDispute={() => setIsAnswering(true)} />
      )}
      <ClosingButtons problem={problem} />
      <Suspense>
        {isAnswering && <AnswerForm problem={problem} onClose={() => setIsAnswering(false)} />}
      </Suspense>
    </section>
  )

  function nextKey() {
    const side = isOwn ? 'mine' : 'theirs'
    if (state === 'open' && kind === 'no_show') {
      return isOwn ? 'open_no_show_mine' : (`open_no_show_by_${by}` as const)
    }
    if (state === 'open') return `open_problem_${side}` as const
    if (may.includes('dispute')) return 'disputed_unanswered'
    if (state === 'answered') return `answered_${side}` as const
    if (state !== 'reclean_booked') return state
    return answer_until ? (`answered_${side}` as const) : state
  }
}

function NoShowAnswer({ problem, onDispute }: { problem: Problem; onDispute: () => void }) {
  const { t } = useTranslation('problems')
  const answer = useAnswerProblem(problem.id)
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onDispute}>{t('answer_form.dispute')}</Button>
        {problem.may.includes('accept') && (
          <Button look="quiet" onClick={() => setIsAsking(true)}>
            {t('answer_form.accept')}
          </Button>
        )}
      </div>
      {isAsking && (
        <Question
          title={t('answer_form.accept')}
          answer={answer}
          onYes={() => answer.mutate({ accepts: true })}
          onClose={() => setIsAsking(false)}
        >
          {t(`sure.accept_${problem.by}`)}
        </Question>
      )}
    </>
  )
}

const CLOSINGS: readonly (Closing | 'reclean')[] = ['reclean', 'solved', 'not_solved', 'withdrawn']
/** Closings that nobody can change afterwards, so the screen asks before them. */
const FINAL = ['solved', 'withdrawn'] as const

function ClosingButtons({ problem }: { problem: Problem }) {
  const { t } = useTranslation('problems')
  const refusalText = useRefusalText()
  const close = useCloseProblem(problem.id)
  const [asked, setAsked] = useState<(typeof FINAL)[number]>()
  const possible = CLOSINGS.filter((one) => problem.may.includes(one satisfies ProblemMay))
  if (possible.length === 0) return null
  const press = (one: Closing | 'reclean') => {
    const final = FINAL.find((other) => other === one)
    if (final) setAsked(final)
    else close.mutate(one)
  }
  return (
    <>
      {close.isError && !asked && (
        <MessageBox tone="problem">{refusalText(close.error)}</MessageBox>
      )}
      <div className="flex flex-wrap gap-3">
        {possible.map((one, index) => (
          <Button
            key={one}
            look={index === 0 && one !== 'withdrawn' ? 'primary' : 'quiet'}
            busy={close.isPending && close.variables === one}
            disabled={close.isPending}
            onClick={() => press(one)}
          >
            {t(`close.${one}`)}
          </Button>
        ))}
      </div>
      {asked && (
        <Question
          title={t(`close.${asked}`)}
          answer={close}
          onYes={() => close.mutate(asked)}
          onClose={() => setAsked(undefined)}
        >
          {t(`sure.${asked}`)}
        </Question>
      )}
    </>
  )
}

type QuestionProps = {
  /** The name of the final step, also on the button that confirms it. */
  title: string
  answer: { isPending: boolean; error: Error | null }
  onYes: () => void
  onClose: () => void
  children: ReactNode
}

/** Asks before what nobody can change. Once it was said, the page shows no such button any more. */
function Question({ title, answer, onYes, onClose, children }: QuestionProps) {
  const { t } = useTranslation('problems')
  const refusalText = useRefusalText()
  return (
    <FormDialog
      title={title}
      submit={title}
      busy={answer.isPending}
      back={t('report.cancel')}
      onSubmit={onYes}
      onClose={onClose}
    >
      {answer.error && <MessageBox tone="problem">{refusalText(answer.error)}</MessageBox>}
      <p>{children}</p>
    </FormDialog>
  )
}
