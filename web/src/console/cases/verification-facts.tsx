import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useReasonText } from '../actions/actions.api.ts'
import type { Case } from './cases.api.ts'
import { DocumentPages } from './document-pages.tsx'
import { Fact, Facts, CasePanel, NamedQuote } from './panel.tsx'
import { useMoment } from '../use-moment.ts'
import { orCode } from '../readable-code.ts'

/** The documents of a check, its references and its notice. rule: case-screen */
export function VerificationFacts({ shown: { facts, may } }: { shown: Case }) {
  const { t } = useTranslation('console_cases')
  const { documents = [], references = [], notice } = facts
  const isHeld = may.includes('release')
  return (
    <>
      {notice && <Notice notice={notice} />}
      {documents.map((document) => (
        <Given key={document.id} document={document} />
      ))}
      {documents.length > 0 && isHeld && <DocumentPages documents={documents} />}
      {references.length > 0 && (
        <CasePanel title={t('facts.references')}>
          {references.map(({ name, answered_at, answers }) => (
            <div key={name} className="flex flex-col gap-2">
              <p className="font-medium">{name}</p>
              {answered_at === null && <p className="text-soft">{t('facts.unanswered')}</p>}
              {answers.map(({ id, text }) => (
                <NamedQuote key={id} name={t(`facts.questions.${id as 'work'}`, orCode(id))}>
                  {text}
                </NamedQuote>
              ))}
            </div>
          ))}
        </CasePanel>
      )}
    </>
  )
}

type Document = NonNullable<Case['facts']['documents']>[number]

/** The professional's statements about the document, and its number of pages. */
function Given({ document }: { document: Document }) {
  const { t } = useTranslation(['console_cases', 'credentials'])
  const format = useFormat()
  const { kind, expires_on, insurer, amount, insured_until } = document
  const until = expires_on ?? insured_until
  return (
    <CasePanel title={t('facts.given')}>
      <Facts>
        {kind && (
          <Fact name={t('credentials:identity.kind')}>
            {t(`credentials:identity.kinds.${kind as 'passport'}`, orCode(kind))}
          </Fact>
        )}
        {insurer && <Fact name={t('credentials:insurance.insurer')}>{insurer}</Fact>}
        {amount !== undefined && <Fact name={t('facts.amount')}>{format.money(amount)}</Fact>}
        {until && (
          <Fact name={t('credentials:identity.expires')}>
            {format.date(`${until}T00:00:00Z`, 'UTC')}
          </Fact>
        )}
        <Fact name={t('facts.pages')}>{format.number(document.pages)}</Fact>
      </Facts>
    </CasePanel>
  )
}

function Notice({ notice }: { notice: NonNullable<Case['facts']['notice']> }) {
  const { t } = useTranslation('console_cases')
  const moment = useMoment()
  const reasonText = useReasonText()
  return (
    <CasePanel title={t('facts.notice')}>
      <Facts>
        <Fact name={t('facts.reason')}>{reasonText(notice.reason)}</Fact>
        <Fact name={t('facts.stands_at')}>{moment(notice.stands_at)}</Fact>
        <Fact name={t('facts.disputed')}>{t(notice.disputed ? 'yes' : 'no')}</Fact>
      </Facts>
      <NamedQuote name={t('facts.text')}>{notice.text}</NamedQuote>
      {notice.dispute && <NamedQuote name={t('facts.dispute')}>{notice.dispute}</NamedQuote>}
    </CasePanel>
  )
}
