import { ACTION_REASONS } from '#contract/action-reasons.ts'
import { formats } from '#contract/formats.ts'
import { LANGUAGES } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import { refuse } from '#server/http/refusal.ts'
import { textsIn, titled } from '#server/texts.ts'
import { suspensionLetterTexts } from '../account/suspension-letter.ts'
import { reasonText } from '../decisions/reason-texts.ts'
import { factorRemovalTexts } from '../identity/factor-removal-texts.ts'
import { decisionText } from '../notifications/decision-notices.ts'
import { supportLetterTexts } from '../support/support-letter.ts'
import { noticeLetterTexts } from '../verification/notice-letter.ts'

/**
 * The texts around the operator's text in the letter about each action, in the language of the person who will read it.
 * Refuses 'not_found' for an unknown person or problem. rule: action-letters
 */
export async function lettersFor(
  db: Db,
  { person_id, problem_id }: { person_id?: string | undefined; problem_id?: string | undefined },
) {
  const { language, firstName } = await readerOf(db, person_id)
  const date = problem_id === undefined ? '…' : await dateOfVisit(db, problem_id, language)
  const codes = Object.values(ACTION_REASONS).flat()
  return {
    language,
    letters: lettersIn(language, firstName, date),
    reasons: Object.fromEntries(codes.map((code) => [code, reasonText(code, language)])),
  }
}

async function readerOf(db: Db, personId: string | undefined) {
  if (personId === undefined) return { language: LANGUAGES[0], firstName: '' }
  const person = await db
    .selectFrom('users')
    .select(['language', 'first_name'])
    .where('id', '=', personId)
    .executeTakeFirst()
  if (!person) refuse('not_found')
  return { language: person.language as Language, firstName: person.first_name }
}

async function dateOfVisit(db: Db, problemId: string, language: Language): Promise<string> {
  const visit = await db
    .selectFrom('problems')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select(['starts_at', 'time_zone'])
    .where('problems.id', '=', problemId)
    .executeTakeFirst()
  if (!visit) refuse('not_found')
  return formats(language).date(visit.starts_at, visit.time_zone)
}

type Words = { title: string; sentence: string; button: string }

function lettersIn(language: Language, firstName: string, dateOfVisit: string) {
  const t = textsIn(language, 'notices')
  const decision = (action: string) => ({
    ...decisionText(language, action),
    button: t('decisions.button'),
    reason: t('decisions.reason'),
    text: t('decisions.text'),
  })
  const suspension = suspensionLetterTexts(language, firstName)
  const suspended = (words: Omit<Words, 'button'>, label: string) =>
    around({ ...words, button: label }, { text: suspension.reason })
  const support = around(supportLetterTexts(language), { text: '' })
  const { found, ...notice } = noticeLetterTexts(language, firstName)
  const approved = 'verification.ssn.approved'
  const settled = titled(language, 'visits', 'events.problem_closed', { date: dateOfVisit })
  const open = textsIn(language, 'visits')('buttons.problem')
  return {
    suspend: suspended(suspension.begin, suspension.contact),
    restore: suspended(suspension.end, suspension.logIn),
    'end-sessions': decision('end-sessions'),
    'remove-second-factor': around(factorRemovalTexts(language, firstName).asked),
    message: support,
    answer: support,
    credits: decision('credits'),
    refund: decision('refund'),
    hide: decision('hide'),
    show: decision('show'),
    approve: around({ ...titled(language, 'notices', approved), button: t(`${approved}.button`) }),
    notice: around(notice, { reason: found, text: '' }),
    withdraw: decision('withdraw'),
    withdraw_notice: decision('withdraw_notice'),
    decide: around({ ...settled, button: open }),
    view: decision('person_viewed_as'),
    open: decision('conversation_opened'),
  }
}

/** The sentences of a letter, and the labels of what it repeats. */
function around(
  { title, sentence, button }: Words,
  labels: { reason?: string; text?: string } = {},
) {
  const { reason = null, text = null } = labels
  return { title, sentence, button, reason, text }
}
