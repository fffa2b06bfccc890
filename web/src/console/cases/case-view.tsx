import { useEffect, useRef } from 'react'
import { useFormat } from '#web/i18n/format.ts'
import { browserTimeZone } from '#web/i18n/time-zone.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { readableCode, readableTitle } from '../readable-code.ts'
import { CaseFacts } from './case-facts.tsx'
import { CaseBadges } from './case-list.tsx'
import { CaseMoves } from './case-moves.tsx'
import type { Case } from './cases.api.ts'
import { Fact, Facts, CasePanel } from './panel.tsx'
import { PersonLink } from './links.tsx'

/** A case: what is known, what can be done, notes and history. The focus moves to its heading. rule: case-screen */
export function CaseView({ shown }: { shown: Case }) {
  const { t } = useTranslation('console_cases')
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
        <h2 ref={heading} id="case" lang="en" tabIndex={-1} className="text-2xl outline-none">
          {readableTitle(shown.title)}
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
  const format = useFormat()
  const moment = (at: string) => format.visit(at, browserTimeZone())
  const { person, outcome, claimed_by } = shown
  return (
    <Facts>
      <Fact name={t('opened')}>{moment(shown.opened_at)}</Fact>
      <Fact name={t('due_at')}>{moment(shown.due_at)}</Fact>
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
  const format = useFormat()
  if (notes.length === 0) return null
  return (
    <CasePanel title={t('notes')}>
      <ol className="flex flex-col gap-3">
        {notes.map(({ at, by, text }) => (
          <li key={`${at}${text}`}>
            <p className="text-sm text-soft">
              {by.name}, {format.visit(at, browserTimeZone())}
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
  const format = useFormat()
  return (
    <CasePanel title={t('history')}>
      <ol className="flex flex-col gap-1 text-sm">
        {history.map(({ at, what, by }) => (
          <li key={`${at}${what}`}>
            <span className="tabular text-soft">{format.visit(at, browserTimeZone())}</span>{' '}
            {t(`whats.${what as 'opened'}`, { defaultValue: readableCode(what) })}
            {by && ` · ${by.name}`}
          </li>
        ))}
      </ol>
    </CasePanel>
  )
}
