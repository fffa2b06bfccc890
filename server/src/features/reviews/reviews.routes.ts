import { publicProfile, publicView } from '#contract/professionals.ts'
import * as calls from '#contract/reviews.ts'
import { Id } from '#contract/values.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/implement.ts'
import { takeAllowance } from '#server/http/rate-limits.ts'
import { refuse } from '#server/http/refusal.ts'
import type { World } from '#server/world.ts'
import { answerReview } from './answer-review.ts'
import { findProfile } from './profile.ts'
import { hasReview } from './reviews.queries.ts'
import { socialData } from './social-data.ts'
import { submitReview } from './submit-review.ts'

/** However it was typed or printed: a slug is small letters. */
const SLUG = /^[a-z0-9-]+$/i
/** What everybody is told alike may be kept, and is asked about each time. */
const ASKED_ABOUT = 'private, no-cache'

/** Profiles with their reviews, open to everyone, where whoever cannot be reached is not there (decision 19); writing and answering reviews. */
export function reviewsRoutes(app: App, world: World): void {
  implement(app, world, publicView, async ({ params, actor, reply }) => {
    const userId = Id.safeParse(params.professionalUserId).data
    if (userId === undefined) refuse('professional_not_found')
    const profile = await findProfile(world.db, { userId, viewerId: actor?.id })
    if (!profile) refuse('professional_not_found')
    if (!actor) reply.header('cache-control', ASKED_ABOUT)
    return actor?.role === 'client'
      ? {
          ...profile,
          reviewed_by_you: await hasReview(world.db, {
            client_id: actor.id,
            professional_id: userId,
          }),
        }
      : profile
  })

  implement(app, world, publicProfile, async ({ params, reply }) => {
    const profile = SLUG.test(params.slug)
      ? await findProfile(world.db, { slug: params.slug.toLowerCase() })
      : undefined
    if (!profile) refuse('professional_not_found')
    const { professional, ...rest } = profile
    reply.header('cache-control', ASKED_ABOUT)
    const social_data = socialData(professional, world.config.publicOrigin)
    return { ...rest, professional: { ...professional, social_data } }
  })

  implement(app, world, calls.submitReview, async ({ db, actor, body }) => {
    await takeAllowance(world, 'review_by_user', actor.id)
    return submitReview(world, db, body)
  })

  implement(app, world, calls.answerReview, ({ actor, params, body }) =>
    answerReview(world, actor, params.id, body.text),
  )
}
