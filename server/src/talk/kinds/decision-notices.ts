import type { Language } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import type { Context } from '#server/context.ts'
import { textsIn, titled } from '#server/texts.ts'
import { reasonText } from '#server/trust/decisions/reason-texts.ts'
import { createNotice } from '../notices/create-notice.ts'
import type { NoticeTopicDefinition } from '../notices/notice.ts'

/** The job 'notify-decision': tells a person of a decision, or of the answer to an appeal. rule: decisions */
export async function notifyOfDecision(
  { db, clock }: Context,
  { decision_id, about }: { decision_id: string; about?: 'appeal' },
): Promise<void> {
  const decision = await loadDecision(db, decision_id)
  if (!decision) return
  const { person_id: userId, action, reason, state } = decision
  const isAppeal = about === 'appeal'
  if (isAppeal && (state === null || state === 'open')) return
  const text = isAppeal ? decision.answer : decision.text
  const kind = isAppeal ? 'account.appeal' : 'account.decision'
  await db.transaction().execute((tx) =>
    createNotice(tx, {
      userId,
      kind,
      key: `${kind} ${decision_id}`,
      at: clock.now(),
      data: { text, ...(isAppeal ? { state } : { action, reason }) },
    }),
  )
}

function loadDecision(db: Db, id: string) {
  return db
    .selectFrom('decisions')
    .leftJoin('audit_texts', 'audit_texts.seq', 'decisions.seq')
    .leftJoin('appeals', 'appeals.decision_id', 'decisions.id')
    .select(['person_id', 'action', 'reason', 'audit_texts.text', 'state', 'answer'])
    .where('decisions.id', '=', id)
    .executeTakeFirst()
}

export const decisionNotices: NoticeTopicDefinition = {
  // A message has the letter of its support thread, with the link to answer it.
  hasLetter: ({ data }) => data['action'] !== 'message',
  compose({ kind, data }, { language }) {
    const t = textsIn(language, 'notices')
    const { action, state } = data
    const words =
      kind === 'account.appeal'
        ? titled(
            language,
            'notices',
            `decisions.appeal.${state === 'overturned' ? 'overturned' : 'upheld'}`,
          )
        : decisionText(language, String(action))
    const code = typeof data['reason'] === 'string' ? data['reason'] : 'stated'
    return {
      ...words,
      facts: [
        ...(code === 'stated'
          ? []
          : [[t('decisions.reason'), reasonText(code, language)] as const]),
        ...(typeof data['text'] === 'string' ? [[t('decisions.text'), data['text']] as const] : []),
      ],
      button: { label: t('decisions.button'), path: '/decisions' },
    }
  },
}

/** The title and the sentence about an action; those of 'decision' for an action that has none of its own. */
export function decisionText(language: Language, action: string) {
  const known = DECIDED.find((one) => one === action)
  return titled(language, 'notices', `decisions.actions.${known ?? 'decision'}`)
}

const DECIDED = [
  'message',
  'end-sessions',
  'credits',
  'refund',
  'hide',
  'show',
  'withdraw',
  'withdraw_notice',
  'person_viewed_as',
  'conversation_opened',
] as const
