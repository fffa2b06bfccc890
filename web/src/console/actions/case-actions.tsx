import type { Case } from '../cases/cases.api.ts'
import { ActionButtons } from './action-buttons.tsx'
import type { ActionProps } from './action-dialog.tsx'
import type { ConsoleAction } from './actions.api.ts'

const OF_SUBJECT = ['approve', 'notice', 'decide', 'hide', 'show', 'retry', 'discard'] as const
/** Actions that undo the decision that an appeal is against. rule: appeals */
const OF_DECISION = ['restore', 'show', 'approve', 'credits'] as const

/** The actions about the subject of a case that `may` names. rule: case-screen */
export function CaseActions({ shown }: { shown: Case }) {
  return <ActionButtons actions={actionsOf(shown)} />
}

function actionsOf({ id: caseId, queue, facts, subject, person, may }: Case): ActionProps[] {
  const { approval, decision } = facts
  const named = <Name extends ConsoleAction>(names: readonly Name[]) =>
    names.filter((name) => may.includes(name))
  if (queue === 'appeals')
    return named(OF_DECISION).map((action) => ({
      action,
      id: decision?.about.id ?? '',
      personId: person?.id,
      caseId,
    }))
  if (approval) {
    const { action, reason, text } = approval
    const about = {
      id: approval.id,
      personId: approval.person.id,
      caseId,
      asked: { action, reason, text },
    }
    const decide = (['approve', 'refuse'] as const).filter((name) => may.includes(name))
    return decide.map((name) => ({ ...about, action: `${name}_request` as const }))
  }
  const names: readonly ConsoleAction[] = may.includes('withdraw')
    ? [...named(OF_SUBJECT), 'withdraw_notice']
    : named(OF_SUBJECT)
  return names.map((action) => ({
    action,
    id: subject.id,
    personId: facts.review?.by?.id ?? person?.id,
    caseId,
  }))
}
