import { useEffect, useRef } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useCaseTitle } from '../log-words.ts'
import { useDue } from '../use-due.ts'
import { useMoment } from '../use-moment.ts'
import { orCode } from '../readable-code.ts'
import { CaseFacts } from './case-facts.tsx'
import { CaseBadges } from './case-list.tsx'
import { CaseMoves } from './case-moves.tsx'
import type { Case } from './cases.api.ts'
import { Fact, Facts, CasePanel } from './panel.tsx'
import { PersonLink } from './links.tsx'

/** A case: what is known, what can be done, notes and history. The focus moves to its heading. rule: case-screen */
export function CaseView({ shown }: { shown: Case }) {
  const { t } = useTranslation('console_cases')
  const caseTitle = useCaseTitle()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <article aria-labelledby="case" className="flex min-w-0 flex-col gap-5">
      <header className="flex flex-col gap-2">
        <span className="flex flex-wrap items-center gap-2">
          <span className="tabular text-soft">{shown.number}</span>
          <span className="text-soft">{t(`queues.${shown.queue}`)}</span>
          <CaseBadges shown={shown} />
        </span>
        <h2 ref={heading} id="case" tabIndex={-1} className="text-2xl outline-none">
          {caseTitle(shown)}
        </h2>
      </header>
      <Summary shown={shown} />
      <CaseMoves shown={shown} />
      <CaseFacts shown={shown} />
      <Notes shown={shown} />
      <History shown={shown} />
    </article>
  )
}

function Summary({ shown }: { shown: Case }) {
  const { t } = useTranslation('console_cases')
  const moment = useMoment()
  const due = useDue()
  const { person, outcome, claimed_by } = shown
  return (
    <Facts>
      <Fact name={t('opened')}>{moment(shown.opened_at)}</Fact>
      <Fact name={t('due_at')}>
        {moment(shown.due_at)}
        {shown.state !== 'resolved' && (
          <span className="whitespace-nowrap"> ({due(shown.due_at)})</span>
        )}
      </Fact>
      {claimed_by && <Fact name={t('holder')}>{claimed_by.name}</Fact>}
      {person && (
        <Fact name={t('about')}>
          <PersonLink person={person} />
        </Fact>
      )}
      {outcome && (
        <Fact name={t('outcome')}>
          {t(`outcomes.${outcome.code}`)}
          {outcome.text && <span className="block whitespace-pre-line">{outcome.text}</span>}
        </Fact>
      )}
    </Facts>
  )
}

function Notes({ shown: { notes } }: { shown: Case }) {
  const { t } = useTranslation('console_cases')
  const moment = useMoment()
  if (notes.length === 0) return null
  return (
    <CasePanel title={t('notes')}>
      <ol className="flex flex-col gap-3">
        {notes.map(({ at, by, text }) => (
          <li key={`${at}${text}`}>
            <p className="text-sm text-soft">
              {by.name}, {moment(at)}
            </p>
            <p className="wrap-anywhere whitespace-pre-line">{text}</p>
          </li>
        ))}
      </ol>
    </CasePanel>
  )
}

function History({ shown: { history } }: { shown: Case }) {
  const { t } = useTranslation('console_cases')
  const moment = useMoment()
  return (
    <CasePanel title={t('history')}>
      <ol className="flex flex-col gap-1 text-sm">
        {history.map(({ at, what, by }) => (
          <li key={`${at}${what}`}>
            <span className="tabular text-soft">{moment(at)}</span>{' '}
            {t(`whats.${what as 'opened'}`, orCode(what))}
            {by && ` · ${by.name}`}
          </li>
        ))}
      </ol>
    </CasePanel>
  )
}
