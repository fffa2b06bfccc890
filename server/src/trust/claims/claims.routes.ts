import { claims } from '#contract/trust/claims.ts'
import type { Context } from '#server/context.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/calls/implement.ts'
import type { KeptAnswers } from '#server/http/headers/kept-answers.ts'
import { claimsOf } from './claims.ts'

/** Adds the call that lists the claims of the product. rule: claims */
export function claimsRoutes(app: App, context: Context, kept: KeptAnswers | undefined): void {
  const read = claimsOf(context)
  implement(app, context, claims, read, { isShared: true, kept })
}
