import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useReasonText } from '../actions/actions.api.ts'
import { Conversations } from '../actions/conversations.tsx'
import { useMoneyNames } from '../finding/use-money-names.ts'
import { useHappened } from '../log-words.ts'
import { useMoment } from '../use-moment.ts'
import { orCode } from '../readable-code.ts'
import type { Case } from './cases.api.ts'
import { Fact, Facts, CasePanel, NamedQuote, Quote } from './panel.tsx'
import { ConsoleLink, PersonLink } from './links.tsx'
import { VisitFacts } from './visit-facts.tsx'
import { VerificationFacts } from './verification-facts.tsx'

/** The facts of a case, which differ by queue. rule: case-screen */
export function CaseFacts({ shown }: { shown: Case }) {
  const { facts } = shown
  return (
    <>
      {facts.reports && <Reports reports={facts.reports} />}
      {facts.client_notes && facts.client_notes.length > 0 && (
        <ClientNotes notes={facts.client_notes} />
      )}
      {facts.review && <Review review={facts.review} />}
      {facts.problem && <VisitFacts shown={shown} problem={facts.problem} />}
      {facts.approval && <Approval approval={facts.approval} />}
      {facts.payment && <Payment payment={facts.payment} />}
      {facts.decision && <Decision decision={facts.decision} />}
      {facts.opening && <Opening opening={facts.opening} />}
      {facts.job && <Job job={facts.job} />}
      {facts.documents && <VerificationFacts shown={shown} />}
      {facts.topic && <Sender facts={facts} />}
      {facts.messages && <Messages shown={shown} messages={facts.messages} />}
      {shown.may.includes('release') && (
        <Conversations
          heading="h3"
          caseId={shown.id}
          conversations={(facts.conversations ?? []).map(({ id, client, professional }) => ({
            id,
            people: [client, professional],
          }))}
        />
      )}
    </>
  )
}

type CaseFact<Name extends keyof Case['facts']> = NonNullable<Case['facts'][Name]>

function Reports({ reports }: { reports: CaseFact<'reports'> }) {
  const { t } = useTranslation(['console_cases', 'reports'])
  const moment = useMoment()
  return (
    <CasePanel title={t('facts.reports')}>
      <ol className="flex flex-col gap-4">
        {reports.map(({ number, at, by, reason, text, state }) => (
          <li key={number} className="flex flex-col gap-1">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-medium">
                {reason
                  ? t(`reports:reasons.${reason as 'spam'}`, orCode(reason))
                  : t('facts.no_reason')}
              </span>
              {state === 'closed' && <Badge>{t('facts.closed')}</Badge>}
              <span className="text-sm text-soft">{moment(at)}</span>
            </p>
            <p className="text-sm">{by ? <PersonLink person={by} /> : t('facts.deleted')}</p>
            <Quote>{text}</Quote>
          </li>
        ))}
      </ol>
    </CasePanel>
  )
}

function ClientNotes({ notes }: { notes: CaseFact<'client_notes'> }) {
  const { t } = useTranslation('console_cases')
  const moment = useMoment()
  return (
    <CasePanel title={t('facts.client_notes')}>
      <ol className="flex flex-col gap-3">
        {notes.map(({ booking_id, at, professional, text }) => (
          <li key={booking_id} className="flex flex-col gap-1">
            <p className="text-sm">
              <PersonLink person={professional} />
              <span className="text-soft">, {moment(at)}</span>
            </p>
            <Quote>{text}</Quote>
          </li>
        ))}
      </ol>
    </CasePanel>
  )
}

function Review({ review }: { review: CaseFact<'review'> }) {
  const { t } = useTranslation('console_cases')
  const moment = useMoment()
  return (
    <CasePanel
      title={t('facts.review')}
      extra={<Badge>{t(`review_states.${review.state as 'public'}`, orCode(review.state))}</Badge>}
    >
      <p>
        <span className="font-medium">{review.title}</span>{' '}
        <span className="text-soft">
          {t('facts.rating', { rating: review.rating })}, {moment(review.created_at)}
        </span>
      </p>
      <Quote>{review.comment}</Quote>
    </CasePanel>
  )
}

function Messages({ shown, messages }: { shown: Case; messages: CaseFact<'messages'> }) {
  const { t } = useTranslation('console_cases')
  const moment = useMoment()
  const from = (side: (typeof messages)[number]['from']) =>
    side === 'you' ? (shown.facts.name ?? t('facts.sender')) : t(`from.${side}`)
  return (
    <CasePanel title={t('facts.messages')}>
      {messages.length === 0 && <p className="text-soft">{t('facts.no_messages')}</p>}
      <ol className="flex flex-col gap-3">
        {messages.map((message) => (
          <li key={`${message.at}${message.text}`} className="flex flex-col gap-1">
            <p className="text-sm text-soft">
              {from(message.from)}, {moment(message.at)}
            </p>
            <Quote>{message.text ?? t('facts.no_text')}</Quote>
          </li>
        ))}
      </ol>
    </CasePanel>
  )
}

function Sender({ facts }: { facts: Case['facts'] }) {
  const { t } = useTranslation(['console_cases', 'support'])
  const { topic, name, email } = facts
  return (
    <Facts>
      <Fact name={t('facts.topic')}>
        {t(`support:topics.${topic as 'other'}`, { defaultValue: topic ?? '' })}
      </Fact>
      <Fact name={t('facts.sender')}>{name}</Fact>
      <Fact name={t('facts.email')}>{email}</Fact>
    </Facts>
  )
}

function Approval({ approval }: { approval: CaseFact<'approval'> }) {
  const { t } = useTranslation('console_cases')
  const format = useFormat()
  const moment = useMoment()
  const reasonText = useReasonText()
  const { action, amount, payment, text, note } = approval
  return (
    <CasePanel
      title={t('facts.approval')}
      extra={<Badge tone="waiting">{t(`approval_states.${approval.state}`)}</Badge>}
    >
      <Facts>
        <Fact name={t(`facts.${action}`)}>
          {action === 'refund' ? format.money(amount) : format.number(amount)}
          {payment && (
            <>
              {' · '}
              <ConsoleLink href={`/payments/${payment}`}>{payment}</ConsoleLink>
            </>
          )}
        </Fact>
        <Fact name={t('facts.to')}>
          <PersonLink person={approval.person} />
        </Fact>
        <Fact name={t('facts.asked_by')}>
          {approval.asked_by.name}, {moment(approval.asked_at)}
        </Fact>
        <Fact name={t('facts.reason')}>{reasonText(approval.reason)}</Fact>
        <Fact name={t('facts.until')}>{moment(approval.expires_at)}</Fact>
      </Facts>
      {text && <NamedQuote name={t('facts.text')}>{text}</NamedQuote>}
      {note && <NamedQuote name={t('facts.note')}>{note}</NamedQuote>}
    </CasePanel>
  )
}

function Payment({ payment }: { payment: CaseFact<'payment'> }) {
  const { t } = useTranslation('console_cases')
  const moneyNames = useMoneyNames()
  const format = useFormat()
  return (
    <CasePanel title={t('facts.payment')}>
      <Facts>
        <Fact name={t('facts.number')}>
          <ConsoleLink href={`/payments/${payment.number}`}>{payment.number}</ConsoleLink>
        </Fact>
        <Fact name={t('facts.amount')}>{format.money(payment.amount)}</Fact>
        <Fact name={t('facts.state')}>{moneyNames(payment.status)}</Fact>
        <Fact name={t('facts.to')}>
          <PersonLink person={payment.person} />
        </Fact>
        <Fact name={t('facts.failures')}>{format.number(payment.failures)}</Fact>
      </Facts>
      {payment.error && <NamedQuote name={t('facts.error')}>{payment.error}</NamedQuote>}
    </CasePanel>
  )
}

function Decision({ decision }: { decision: CaseFact<'decision'> }) {
  const { t } = useTranslation('console_cases')
  const moment = useMoment()
  const happened = useHappened()
  const reasonText = useReasonText()
  const { action, about, text, appeal } = decision
  return (
    <CasePanel title={t('facts.decision')}>
      <Facts>
        <Fact name={t('facts.what')}>{happened(`operator.${action}`)}</Fact>
        <Fact name={t('facts.decided_by')}>
          {decision.by.name}, {moment(decision.at)}
        </Fact>
        <Fact name={t('facts.reason')}>{reasonText(decision.reason)}</Fact>
        {about.label && <Fact name={t('about')}>{about.label}</Fact>}
      </Facts>
      {text && <NamedQuote name={t('facts.text')}>{text}</NamedQuote>}
      {appeal && (
        <NamedQuote name={t('facts.appeal', { time: moment(appeal.at) })}>
          {appeal.text ?? t('facts.no_text')}
        </NamedQuote>
      )}
    </CasePanel>
  )
}

/** Why another operator read a conversation. rule: opened-conversations */
function Opening({ opening }: { opening: CaseFact<'opening'> }) {
  const { t } = useTranslation('console_cases')
  const moment = useMoment()
  const reasonText = useReasonText()
  const { at, by, reason, text, client, professional } = opening
  return (
    <CasePanel title={t('facts.opening')}>
      <Facts>
        <Fact name={t('facts.opened_by')}>
          {by.name}, {moment(at)}
        </Fact>
        <Fact name={t('facts.reason')}>{reasonText(reason)}</Fact>
        {opening.case && (
          <Fact name={t('conversation.case')}>
            <ConsoleLink href={`/queues/all/${opening.case.id}`}>{opening.case.number}</ConsoleLink>
          </Fact>
        )}
        <Fact name={t('conversation.between')}>
          <PersonLink person={client} />
          <br />
          <PersonLink person={professional} />
        </Fact>
      </Facts>
      {text && <NamedQuote name={t('facts.text')}>{text}</NamedQuote>}
    </CasePanel>
  )
}

function Job({ job }: { job: CaseFact<'job'> }) {
  const { t } = useTranslation('console_cases')
  const moment = useMoment()
  return (
    <CasePanel title={t('facts.job')}>
      <Facts>
        <Fact name={t('facts.name')}>{job.name}</Fact>
        <Fact name={t('facts.tries')}>{job.tries}</Fact>
        {job.failed_at && <Fact name={t('facts.failed_at')}>{moment(job.failed_at)}</Fact>}
      </Facts>
      <NamedQuote name={t('facts.error')}>{job.error}</NamedQuote>
    </CasePanel>
  )
}
