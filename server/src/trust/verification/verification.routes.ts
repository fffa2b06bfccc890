import { requestLanguage } from '#contract/people/preferred-language.ts'
import * as calls from '#contract/trust/verification.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/calls/implement.ts'
import type { Actor } from '#server/http/calls/actor.ts'
import { rawAnswer } from '#server/http/calls/raw-answer.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { PICTURE_HEADERS } from '#server/http/headers/security-headers.ts'
import { validate } from '#server/http/calls/validate.ts'
import type { Context } from '#server/context.ts'
import { acceptForms, answerForm } from '#server/pictures/upload-form.ts'
import type { UploadForm } from '#server/pictures/upload-form.ts'
import { refusePages } from '../documents/document-pages.ts'
import { lookAtPage } from '../documents/look-at-page.ts'
import { answerReference, readReference } from './references.ts'
import { disputeNotice } from './rejection-notice.ts'
import { submitIdentity, submitInsurance } from '../documents/submit-documents.ts'
import { submitSsn, checkSubmission } from './verification.ts'

/** Submits a number from the dashboard. The profile form is the other way to submit one. rule: ssn-rules */
export async function verificationRoutes(app: App, context: Context): Promise<void> {
  implement(app, context, calls.submitVerification, async ({ actor, body }) => {
    const submission = { ssn: body.social_security_number, consentVersion: body.consent_version }
    if (!submission.ssn.trim()) refuse('ssn_required')
    await checkSubmission(context, actor.id, submission)
    return context.db.transaction().execute((tx) => submitSsn(tx, context, actor.id, submission))
  })

  implement(app, context, calls.disputeVerification, async ({ actor, body }) => {
    await disputeNotice(context, actor.id, body)
    return { disputed: true as const }
  })

  implement(app, context, calls.readReference, ({ params, request }) => {
    const language = requestLanguage(undefined, request.headers['accept-language'])
    return readReference(context, params.token, language)
  })

  implement(app, context, calls.answerReference, async ({ params, body }) => {
    await answerReference(context, params.token, body.answers)
    return { message: 'Thank you. We have your answers.' }
  })

  // A page of a document is never stored by a browser.
  implement(app, context, calls.documentPage, async ({ params, operator, request, reply }) => {
    const look = { operatorId: operator.id, requestId: request.id, ...params }
    const webp = await lookAtPage(context, look)
    reply.headers(PICTURE_HEADERS).header('cache-control', 'no-store')
    // `lookAtPage` finds a page by its number alone, so the name needs no escaping.
    reply.header('content-disposition', `inline; filename="page-${params.n}.webp"`)
    return rawAnswer(webp)
  })

  await app.register(async (forms) => {
    await acceptForms(forms)
    documentRoutes(forms, context)
  })
}

/** Photos of documents. rule: identity-documents, document-checks */
function documentRoutes(app: App, context: Context): void {
  implement(app, context, calls.submitIdentity, (call) =>
    answerForm(context, calls.submitIdentity, call, (form, saveOnce) => {
      refuseFiles(call.actor, form)
      const sent = validate(calls.IdentityForm, form.fields, 'body', false)
      return saveOnce([sent], (idempotency) =>
        submitIdentity(context, call.actor, sent, { files: form.files, idempotency }),
      )
    }),
  )
  implement(app, context, calls.submitInsurance, (call) =>
    answerForm(context, calls.submitInsurance, call, (form, saveOnce) => {
      refuseFiles(call.actor, form)
      const sent = validate(calls.InsuranceForm, form.fields, 'body', false)
      return saveOnce([sent], (idempotency) =>
        submitInsurance(context, call.actor, sent, { files: form.files, idempotency }),
      )
    }),
  )
}

/** The files come before the other fields: nothing is read after one that is refused. */
function refuseFiles({ id }: Actor, form: UploadForm): void {
  const { user_id } = form.fields
  if (user_id !== undefined && user_id.toLowerCase() !== id) refuse('not_yours')
  refusePages(form)
}
