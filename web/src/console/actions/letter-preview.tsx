import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApi } from '#web/api/use-api.ts'
import { LANGUAGE_NAMES } from '#web/i18n/language-names.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { lettersQuery } from './actions.api.ts'

type LetterPreviewProps = {
  /** The name of the letter. */
  action: string
  /** The person who will read the letter; undefined for somebody without an account. */
  personId: string | undefined
  /** The problem, if the letter is about a decision on it. */
  problemId?: string | undefined
  /** The subject of a letter that has its own. */
  subject?: string | undefined
  reason?: string
  text: string
}

/** The letter as the person will read it, in their language, with what is typed. rule: actions */
export function LetterPreview({
  action,
  personId,
  problemId,
  subject,
  reason,
  text,
}: LetterPreviewProps) {
  const { t } = useTranslation('console_cases')
  const query = useQuery(lettersQuery(useApi(), personId, problemId))
  return (
    <QueryState query={query} failed={t('letter.failed')} failureLook="message-box">
      {({ language, letters, reasons }) => {
        const letter = letters[action]
        if (!letter) return <p className="text-soft">{t('letter.none')}</p>
        return (
          <section aria-label={t('letter.label')} className="flex flex-col gap-1.5">
            <p className="text-sm text-soft">
              {t('letter.title', { language: LANGUAGE_NAMES[language] })}
            </p>
            <div
              lang={language}
              className="flex flex-col gap-3 rounded-md border border-line bg-paper p-4"
            >
              <p className="font-display text-lg font-semibold">{subject || letter.title}</p>
              <p>{letter.sentence}</p>
              {letter.reason !== null && reason && (
                <Labelled label={letter.reason}>{reasons[reason]}</Labelled>
              )}
              {letter.text !== null && <Labelled label={letter.text}>{text || '…'}</Labelled>}
              <p className="font-semibold text-action">{letter.button}</p>
            </div>
            {letter.text === null && <p className="text-sm text-soft">{t('letter.elsewhere')}</p>}
          </section>
        )
      }}
    </QueryState>
  )
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <p className="wrap-anywhere whitespace-pre-line">
      {label && <span className="text-soft">{label}: </span>}
      {children}
    </p>
  )
}
