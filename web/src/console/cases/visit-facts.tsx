import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { Case } from './cases.api.ts'
import { Fact, Facts, CasePanel, NamedQuote } from './panel.tsx'
import { ConsoleLink, PersonLink } from './links.tsx'
import { useMoment } from '../use-moment.ts'

type Problem = NonNullable<Case['facts']['problem']>

/** The problem of a visit; its photos are for the holder of the case. rule: case-screen */
export function VisitFacts({ shown, problem }: { shown: Case; problem: Problem }) {
  const { t } = useTranslation(['console_cases', 'problems'])
  const format = useFormat()
  const moment = useMoment()
  const { by, kind, time_zone: zone, answer, answered_at } = problem
  return (
    <>
      <CasePanel title={t('facts.problem')}>
        <Facts>
          <Fact name={t('facts.what')}>
            {kind === 'no_show'
              ? t(`problems:no_show_by.${other(by)}`)
              : t(`problems:kind.${kind}`)}
          </Fact>
          <Fact name={t('facts.visit')}>
            <ConsoleLink href={`/bookings/${problem.booking_id}`}>
              {moment(problem.starts_at, zone)}
            </ConsoleLink>
          </Fact>
          <Fact name={t('facts.place')}>
            {problem.street ? `${problem.street}, ${problem.city}` : problem.city}
          </Fact>
          <Fact name={t('from.client')}>
            <PersonLink person={problem.client} />
          </Fact>
          <Fact name={t('from.professional')}>
            <PersonLink person={problem.professional} />
          </Fact>
          {problem.value !== null && (
            <Fact name={t('facts.value')}>{format.money(problem.value)}</Fact>
          )}
        </Facts>
        <NamedQuote
          name={t('facts.statement', {
            name: problem[by].name,
            time: moment(problem.opened_at, zone),
          })}
        >
          {problem.statement}
        </NamedQuote>
        {answer && (
          <NamedQuote
            name={t('facts.answer', {
              name: problem[other(by)].name,
              time: answered_at ? moment(answered_at, zone) : '',
            })}
          >
            {answer}
          </NamedQuote>
        )}
      </CasePanel>
      <Contacts shown={shown} zone={zone} />
      <Photos shown={shown} />
    </>
  )
}

const other = (side: 'client' | 'professional') => (side === 'client' ? 'professional' : 'client')

function Contacts({ shown, zone }: { shown: Case; zone: string }) {
  const { t } = useTranslation(['console_cases', 'problems'])
  const moment = useMoment()
  const contacts = shown.facts.contacts ?? []
  if (contacts.length === 0) return null
  return (
    <CasePanel title={t('facts.contacts')}>
      <ul className="flex flex-col gap-1">
        {contacts.map(({ at, by, way }) => (
          <li key={`${at}${way}`}>
            {t(`from.${by}`)}: {t(`problems:way.${way}`)}, {moment(at, zone)}
          </li>
        ))}
      </ul>
    </CasePanel>
  )
}

function Photos({ shown }: { shown: Case }) {
  const { t } = useTranslation('console_cases')
  const photos = shown.facts.photos ?? []
  if (photos.length === 0) return null
  return (
    <CasePanel title={t('facts.photos')}>
      {shown.may.includes('release') ? (
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {photos.map(({ file }, index) => (
            <li key={file}>
              <a href={`/api/operator/problem-photos/${file}`} target="_blank" rel="noreferrer">
                <img
                  src={`/api/operator/problem-photos/${file}`}
                  alt={t('facts.photo', { number: index + 1 })}
                  className="aspect-4/3 w-full rounded-md object-cover"
                />
              </a>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-soft">{t('facts.photos_for_holder', { count: photos.length })}</p>
      )}
    </CasePanel>
  )
}
