import { disputeVerification, submitVerification } from '#contract/verification.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/implement.ts'
import { refuse } from '#server/http/refusal.ts'
import type { Context } from '#server/context.ts'
import { disputeNotice } from './rejection-notice.ts'
import { submitSsn, checkSubmission } from './verification.ts'

/** Submits a number from the dashboard. The profile form is the other way to submit one. rule: ssn-entrances */
export function verificationRoutes(app: App, context: Context): void {
  implement(app, context, submitVerification, async ({ actor, body }) => {
    const submission = { ssn: body.social_security_number, consentVersion: body.consent_version }
    if (!submission.ssn.trim()) refuse('ssn_required')
    await checkSubmission(context, actor.id, submission)
    return context.db.transaction().execute((tx) => submitSsn(tx, context, actor.id, submission))
  })

  implement(app, context, disputeVerification, async ({ actor, body }) => {
    await disputeNotice(context, actor.id, body)
    return { disputed: true as const }
  })
}
