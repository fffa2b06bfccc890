import type { Db } from '#server/db/db.ts'
import type { Context } from '#server/context.ts'
import { reasonText } from '../decisions/reason-texts.ts'
import { createNotice } from './create-notice.ts'
import { DECISION_TEXTS } from './decision-texts.ts'
import type { NoticeTopicDefinition } from './notice.ts'

/** The job 'notify-decision': tells a person of a decision, or of the answer to an appeal. rule: account-notices */
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
    const { actions, appeal, reason, text, button } = DECISION_TEXTS[language]
    const { action, state } = data
    const words =
      kind === 'account.appeal'
        ? appeal[state === 'overturned' ? 'overturned' : 'upheld']
        : ((typeof action === 'string' ? actions[action] : undefined) ?? actions.decision)
    const code = typeof data['reason'] === 'string' ? data['reason'] : 'stated'
    return {
      ...words,
      facts: [
        ...(code === 'stated' ? [] : [[reason, reasonText(code, language)] as const]),
        ...(typeof data['text'] === 'string' ? [[text, data['text']] as const] : []),
      ],
      button: { label: button, path: '/decisions' },
    }
  },
}
