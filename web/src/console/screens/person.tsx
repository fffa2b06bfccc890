import { phoneText } from '#contract/people/phone-text.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api/use-api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { LANGUAGE_NAMES } from '#web/i18n/language-names.ts'
import { browserTimeZone } from '#web/i18n/time-zone.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { ActionButtons } from '../actions/action-buttons.tsx'
import { Conversations } from '../actions/conversations.tsx'
import type { ActionProps } from '../actions/action-dialog.tsx'
import { ConsoleLink } from '../cases/links.tsx'
import { Fact, Facts, Panel } from '../cases/panel.tsx'
import { BookingsPanel, CasesPanel, PaymentsPanel, StateBadge } from '../finding/lists.tsx'
import { PersonReports, PersonReviews } from '../finding/person-lists.tsx'
import { useMoneyNames } from '../finding/use-money-names.ts'
import type { ConsoleScreenProps } from '../screens.ts'
import { useTitle } from '../use-title.ts'
import { useEntryText, useHappened } from '../log-words.ts'
import { useMoment } from '../use-moment.ts'
import { orCode } from '../readable-code.ts'
import { MoreButton } from '#web/ui/states/more-button.tsx'
import { personQuery, timelineQuery } from './finding.api.ts'
import type { PersonPage } from './finding.api.ts'

/** A person's facts, their time line, and the actions that an operator can take. rule: finding */
export default function PersonScreen({ params }: ConsoleScreenProps) {
  const { t } = useTranslation('console_cases')
  const id = params['id'] ?? ''
  const query = useQuery(personQuery(useApi(), id))
  useTitle(query.data?.person.name)
  return (
    <QueryState query={query} failed={t('person.failed')}>
      {(page) => <Person page={page} />}
    </QueryState>
  )
}

const ACTIONS = [
  'suspend',
  'restore',
  'end-sessions',
  'remove-second-factor',
  'message',
  'credits',
  'view',
] as const

function Person({ page }: { page: PersonPage }) {
  const { t } = useTranslation(['console_log', 'console'])
  const { person, may } = page
  const actions: ActionProps[] = ACTIONS.filter((action) => may.includes(action)).map((action) => ({
    action,
    id: person.id,
    personId: person.id,
  }))
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-wrap items-center gap-3">
        <h1 className="text-2xl wrap-anywhere md:text-3xl">{person.name}</h1>
        <StateBadge state={person.state} />
        {page.flags.map(({ kind }) => (
          <Badge key={kind} tone="waiting">
            {t(`flags.${kind as 'duplicate'}`, orCode(kind))}
          </Badge>
        ))}
      </header>
      <div className="flex flex-wrap gap-3 print:hidden">
        <ActionButtons actions={actions} />
      </div>
      <p>
        <ConsoleLink href={`/audit?person_id=${person.id}`}>
          {t('console:audit.of_person')}
        </ConsoleLink>
      </p>
      <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
        <div className="flex min-w-0 flex-col gap-6">
          <Account page={page} />
          {page.professional && <Professional page={page} professional={page.professional} />}
          <Security page={page} />
          <Lists page={page} />
        </div>
        <Timeline id={person.id} />
      </div>
    </div>
  )
}

function Account({ page: { person } }: { page: PersonPage }) {
  const { t } = useTranslation('console_cases')
  const format = useFormat()
  const moment = useMoment()
  const { email, email_verified, phone, language, suspended_until } = person
  return (
    <Panel title={t('person.account')}>
      <Facts>
        <Fact name={t('person.role')}>{t(`from.${person.role}`)}</Fact>
        <Fact name={t('facts.email')}>
          {email}{' '}
          <span className="text-soft">
            ({t(email_verified ? 'person.proved' : 'person.unproved')})
          </span>
        </Fact>
        <Fact name={t('person.phone')}>{phoneText(phone)}</Fact>
        <Fact name={t('person.language')}>{LANGUAGE_NAMES[language as 'en'] ?? language}</Fact>
        <Fact name={t('person.since')}>{format.date(person.created_at, browserTimeZone())}</Fact>
        {suspended_until && (
          <Fact name={t('person.suspended_until')}>{moment(suspended_until)}</Fact>
        )}
        <Fact name={t('person.id')}>
          <span className="text-sm">{person.id}</span>
        </Fact>
      </Facts>
    </Panel>
  )
}

type ProfessionalProps = { page: PersonPage; professional: NonNullable<PersonPage['professional']> }

function Professional({ page: { person, may }, professional }: ProfessionalProps) {
  const { t } = useTranslation('console_cases')
  const format = useFormat()
  const moneyNames = useMoneyNames()
  const { slug, subscription, credits, badges, listed, reachable } = professional
  return (
    <Panel title={t('from.professional')}>
      <Facts>
        <Fact name={t('person.profile')}>
          <a
            href={`/professional/${slug}`}
            target="_blank"
            rel="noreferrer"
            className="text-action underline underline-offset-4"
          >
            {slug}
          </a>
        </Fact>
        <Fact name={t('person.listed')}>{t(listed ? 'yes' : 'no')}</Fact>
        <Fact name={t('person.reachable')}>{t(reachable ? 'yes' : 'no')}</Fact>
        <Fact name={t('person.subscription')}>
          {subscription
            ? `${moneyNames(subscription.status)}, ${format.money(subscription.price)}, ${format.date(subscription.paid_until, browserTimeZone())}`
            : t('person.none')}
        </Fact>
        <Fact name={t('facts.credits')}>{format.number(credits)}</Fact>
        {badges.length === 0 && <Fact name={t('person.badges')}>{t('person.none')}</Fact>}
      </Facts>
      {badges.length > 0 && (
        <ul aria-label={t('person.badges')} className="flex flex-col gap-2">
          {badges.map(({ id, kind }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-2">
              <span>{t(`person.badge_kinds.${kind as 'identity'}`, orCode(kind))}</span>
              {may.includes('withdraw') && (
                <ActionButtons actions={[{ action: 'withdraw', id, personId: person.id }]} />
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Security({ page: { factors, sessions } }: { page: PersonPage }) {
  const { t } = useTranslation('console_cases')
  const format = useFormat()
  const moment = useMoment()
  return (
    <Panel title={t('person.security')}>
      <Facts>
        <Fact name={t('person.passkeys')}>{format.number(factors.passkeys)}</Fact>
        <Fact name={t('person.app_codes')}>{t(factors.totp ? 'yes' : 'no')}</Fact>
        <Fact name={t('person.recovery_codes')}>{format.number(factors.recovery_codes_left)}</Fact>
      </Facts>
      <ul aria-label={t('person.sessions')} className="flex flex-col gap-1 text-sm">
        {sessions.map(({ id, browser, system, network, last_seen_at }) => (
          <li key={id}>
            {[browser, system, network].filter(Boolean).join(' · ')}{' '}
            <span className="text-soft">{moment(last_seen_at)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Lists({ page }: { page: PersonPage }) {
  const { t } = useTranslation('console_cases')
  const { bookings, payments, cases } = page
  return (
    <>
      <CasesPanel cases={cases} />
      <BookingsPanel bookings={bookings} />
      <PaymentsPanel payments={payments} />
      <Conversations
        conversations={page.conversations.map(({ id, other }) => ({ id, people: [other] }))}
      />
      <PersonReviews title={t('person.reviews_written')} reviews={page.reviews_written} />
      <PersonReviews title={t('person.reviews_received')} reviews={page.reviews_received} />
      <PersonReports title={t('person.reports_by')} reports={page.reports_by} />
      <PersonReports title={t('person.reports_about')} reports={page.reports_about} />
    </>
  )
}

function Timeline({ id }: { id: string }) {
  const { t } = useTranslation('console_cases')
  const moment = useMoment()
  const happened = useHappened()
  const entryText = useEntryText()
  const query = useInfiniteQuery(timelineQuery(useApi(), id))
  return (
    <Panel title={t('person.timeline')}>
      <QueryState query={query} failed={t('person.timeline_failed')} failureLook="message-box">
        {({ pages }) => (
          <>
            <ol className="flex flex-col gap-2 text-sm">
              {pages
                .flatMap(({ entries }) => entries)
                .map((entry) => (
                  <li key={entry.id}>
                    <p>
                      <span className="font-medium">{happened(entry.kind)}</span>{' '}
                      <span className="wrap-anywhere">{entryText(entry)}</span>
                    </p>
                    <p className="text-soft">
                      <span className="tabular">{moment(entry.at)}</span>
                      {entry.by && ` · ${entry.by.name}`}
                    </p>
                  </li>
                ))}
            </ol>
            <MoreButton className="self-center" query={query}>
              {t('more')}
            </MoreButton>
          </>
        )}
      </QueryState>
    </Panel>
  )
}
