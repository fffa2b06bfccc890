import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Decision } from '#contract/trust/decisions.ts'
import { useApi } from '#web/api/use-api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { browserTimeZone } from '#web/i18n/time-zone.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { MoreButton } from '#web/ui/states/more-button.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { decisionsQuery } from './account.api.ts'
import AppealForm from './appeal-form.tsx'

/** The operators' decisions about the user, with the user's appeals. rule: decisions, appeals */
export function Decisions({ userId }: { userId: string }) {
  const { t } = useTranslation('decisions')
  const query = useInfiniteQuery(decisionsQuery(useApi(), userId))
  return (
    <div className="page flex max-w-200 flex-col gap-6">
      <header className="flex flex-col gap-2">
        <h1 className="text-2xl md:text-3xl">{t('title')}</h1>
        <p className="measure text-soft">{t('intro')}</p>
      </header>
      <QueryState query={query} failed={t('failed')}>
        {(decisions) =>
          decisions.length === 0 ? (
            <p className="card p-5">{t('empty')}</p>
          ) : (
            <div className="flex flex-col items-start gap-4">
              <ul className="flex w-full flex-col gap-4">
                {decisions.map((decision) => (
                  <OneDecision key={decision.id} userId={userId} decision={decision} />
                ))}
              </ul>
              <MoreButton query={query}>{t('more')}</MoreButton>
            </div>
          )
        }
      </QueryState>
    </div>
  )
}

function OneDecision({ userId, decision }: { userId: string; decision: Decision }) {
  const { t } = useTranslation('decisions')
  const format = useFormat()
  const [isAsking, setIsAsking] = useState(false)
  const { action, about, at, appeal, may_appeal, reason, reason_text, text, until } = decision
  const shown = (instant: string) => format.visit(instant, browserTimeZone())
  return (
    <li className="card flex flex-col gap-3 p-4 md:p-5">
      <div>
        <h2 className="text-lg">{t(`actions.${actionKey(action)}`)}</h2>
        <p className="text-sm text-soft">
          {shown(at)}
          {about.label && ` · ${about.label}`}
        </p>
      </div>
      {reason !== 'stated' && <p>{t('reason', { reason: reason_text })}</p>}
      <p className="measure wrap-anywhere whitespace-pre-line">{text}</p>
      {until && <p>{t('until', { date: shown(until) })}</p>}
      {appeal && (
        <div className="flex flex-col gap-1 border-t border-line pt-3">
          <p>
            {appeal.state === 'open'
              ? t('asked', { date: shown(appeal.at) })
              : t(`answers.${appeal.state}`)}
          </p>
          {appeal.answer && (
            <p className="measure wrap-anywhere whitespace-pre-line">{appeal.answer}</p>
          )}
        </div>
      )}
      {may_appeal && (
        <div>
          <Button look="quiet" onClick={() => setIsAsking(true)}>
            {t('ask')}
          </Button>
        </div>
      )}
      {isAsking && (
        <AppealForm userId={userId} decisionId={decision.id} onClose={() => setIsAsking(false)} />
      )}
    </li>
  )
}

const ACTIONS = [
  'suspend',
  'restore',
  'end-sessions',
  'message',
  'remove-second-factor',
  'credits',
  'refund',
  'hide',
  'show',
  'approve',
  'reject',
  'withdraw',
  'withdraw_notice',
  'notice',
  'decide',
  'person_viewed_as',
  'conversation_opened',
] as const

const actionKey = (action: string) => ACTIONS.find((one) => one === action) ?? 'other'
