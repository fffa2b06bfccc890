import type { TimelineEntry } from '#contract/console/finding.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useReasonText } from './actions/actions.api.ts'
import type { CaseSummary } from './cases/cases.api.ts'
import { orCode, readableCode } from './readable-code.ts'

type Params = TimelineEntry['params']

/** The title of a case in the reader's language. rule: case-screen */
export function useCaseTitle(): (
  shown: Pick<CaseSummary, 'title_code' | 'title_params'>,
) => string {
  const { t } = useTranslation(['console_log', 'reports', 'problems'])
  const valueOf = (name: string, value: string | number): string | number => {
    const defaultValue = readableCode(String(value))
    switch (name) {
      case 'kind':
        if (value === 'no_show') return t('no_show')
        return t(`checks.${value as 'ssn'}`, {
          defaultValue: t(`problems:kind.${value as 'other'}`, { defaultValue }),
        })
      case 'subject':
        return t(`subjects.${value as 'person'}`, { defaultValue })
      case 'topic':
        return t(`topics.${value as 'other'}`, { defaultValue })
      case 'reason':
        return t(`reports:reasons.${value as 'other'}`, { defaultValue })
      case 'action':
        return t(`kinds.operator.${value as 'hide'}`, { defaultValue })
      default:
        return value
    }
  }
  return ({ title_code, title_params }) =>
    t(
      `titles.${title_code}`,
      Object.fromEntries(
        Object.entries(title_params).map(([name, value]) => [name, valueOf(name, value)]),
      ),
    )
}

/** Returns a function that names an event by its code, such as 'booking.accepted'. */
export function useHappened(): (kind: string) => string {
  const { t } = useTranslation(['console_log', 'account', 'console_cases'])
  return (kind) => {
    const [, group, name = ''] = /^(\w+)\.(.+)$/.exec(kind) ?? []
    const defaultValue = readableCode(kind)
    if (group === 'security')
      return t(`account:events.kinds.${name as 'sign_in'}`, { defaultValue })
    if (group === 'case')
      return t('case', { queue: t(`console_cases:queues.${name as 'visits'}`, { defaultValue }) })
    return t(`kinds.${kind as 'account.created'}`, { defaultValue })
  }
}

/** Returns a function that gives the details of a time line entry, such as date and city. rule: finding */
export function useEntryText(): (entry: TimelineEntry) => string {
  const format = useFormat()
  const caseTitle = useCaseTitle()
  const reasonText = useLogReason()
  const { t } = useTranslation(['console_log', 'console_cases', 'reports', 'search'])
  const partOf: Record<string, (params: Params) => (string | undefined)[]> = {
    account: ({ role }) => [t(`console_cases:from.${role as 'client'}`, { defaultValue: '' })],
    // That a page was opened needs no reason.
    operator: ({ reason }) => (reason === 'opened' ? [] : [reasonText(String(reason))]),
    booking: ({ service_type, booking_date, city }) => [
      t(`search:service_types.${service_type as 'standard'}`, orCode(String(service_type))),
      format.date(`${booking_date}T00:00:00Z`, 'UTC'),
      `${city}`,
    ],
    review: ({ rating, state }) => [
      t('console_cases:facts.rating', { rating }),
      t(`console_cases:review_states.${state as 'public'}`, orCode(String(state))),
    ],
    payment: ({ number, amount }) => [`${number}`, format.money(Number(amount))],
    report: ({ subject, reason }) => [
      t(`subjects.${subject as 'person'}`, orCode(String(subject))),
      reason === undefined
        ? undefined
        : t(`reports:reasons.${reason as 'other'}`, orCode(String(reason))),
    ],
    case: ({ number, title_code, ...title_params }) => [
      `${number}`,
      caseTitle({ title_code: title_code as CaseSummary['title_code'], title_params }),
    ],
  }
  return ({ kind, params }) => {
    const group = kind.slice(0, kind.indexOf('.'))
    const parts = partOf[group]?.(params) ?? Object.values(params).map(String)
    return parts.filter(Boolean).join(' · ')
  }
}

/** The reason of an entry of the audit log. rule: actions */
export function useLogReason(): (code: string) => string {
  const { t } = useTranslation('console_log')
  const reasonText = useReasonText()
  return (code) => {
    const known = reasonText(code)
    return known === code ? t(`reasons.${code as 'stated'}`, orCode(code)) : known
  }
}

/** Returns a function that names the kind of subject of an audit log entry by its code, such as 'person'. */
export function useAbout(): (kind: string) => string {
  const { t } = useTranslation('console_log')
  return (kind) => t(`about.${kind as 'person'}`, orCode(kind))
}
