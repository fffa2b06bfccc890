import { ACTION_REASONS } from '#contract/trust/action-reasons.ts'
import { formats } from '#contract/formats.ts'
import { FACTOR_REMOVAL_HOURS } from '#contract/people/account-rules.ts'
import { LANGUAGES } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { textsIn, titled } from '#server/texts.ts'
import { reasonText } from '#server/trust/decisions/reason-texts.ts'
import { decisionText } from '#server/talk/kinds/decision-notices.ts'

/**
 * The texts around the operator's text in the letter about each action, in the language of the person who will read it.
 * Refuses 'not_found' for an unknown person or problem. rule: actions
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

function lettersIn(language: Language, name: string, dateOfVisit: string) {
  const t = textsIn(language, 'notices')
  const account = textsIn(language, 'account')
  const check = textsIn(language, 'verification')
  const decision = (action: string) =>
    around(decisionText(language, action), t('decisions.button'), {
      reason: t('decisions.reason'),
      text: t('decisions.text'),
    })
  const suspension = (about: 'begin' | 'end', button: string) =>
    around(titled(language, 'account', `suspension.${about}`, { name }), button, {
      text: account('suspension.reason'),
    })
  const toSupport = textsIn(language, 'support')
  const support = around(
    { title: toSupport('title'), sentence: toSupport('sentence') },
    toSupport('button'),
    { text: '' },
  )
  const removal = titled(language, 'identity', 'removal.asked', {
    name,
    hours: FACTOR_REMOVAL_HOURS,
  })
  const settled = titled(language, 'visits', 'events.problem_closed', { date: dateOfVisit })
  return {
    suspend: suspension('begin', account('suspension.contact')),
    restore: suspension('end', account('suspension.log_in')),
    'end-sessions': decision('end-sessions'),
    'remove-second-factor': around(removal, textsIn(language, 'identity')('removal.asked.button')),
    message: support,
    answer: support,
    credits: decision('credits'),
    refund: decision('refund'),
    hide: decision('hide'),
    show: decision('show'),
    approve: around(
      titled(language, 'notices', 'verification.ssn.approved'),
      t('verification.ssn.approved.button'),
    ),
    notice: around(titled(language, 'verification', 'notice', { name }), check('notice.button'), {
      reason: check('notice.found'),
      text: '',
    }),
    withdraw: decision('withdraw'),
    withdraw_notice: decision('withdraw_notice'),
    decide: around(settled, textsIn(language, 'visits')('buttons.problem')),
    view: decision('person_viewed_as'),
    open: decision('conversation_opened'),
  }
}

/** The sentences of a letter, and the labels of what it repeats. */
function around(
  { title, sentence }: { title: string; sentence: string },
  button: string,
  { reason = null, text = null }: { reason?: string | null; text?: string | null } = {},
) {
  return { title, sentence, button, reason, text }
}
