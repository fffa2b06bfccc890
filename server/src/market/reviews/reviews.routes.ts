import type { FastifyReply, FastifyRequest } from 'fastify'
import * as notes from '#contract/market/client-notes.ts'
import * as calls from '#contract/market/reviews.ts'
import { Id } from '#contract/values.ts'
import type { Db } from '#server/db/db.ts'
import type { App } from '#server/http/app.ts'
import { implement, urlOf } from '#server/http/calls/implement.ts'
import type { Handler } from '#server/http/calls/implement.ts'
import { viewerOf } from '#server/http/calls/page-viewer.ts'
import { publicReads } from '#server/http/headers/public-reads.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import { sourceTags } from '#server/people/sessions/device-tags.ts'
import { sendPicture } from '#server/pictures/send-picture.ts'
import { acceptForms, answerForm } from '#server/pictures/upload-form.ts'
import { answerReview } from './answer-review.ts'
import { readClientNote, writeClientNote } from './client-notes.ts'
import { editReview, readVersions } from '../write-reviews/edit-review.ts'
import { findProfile } from './profile.ts'
import { findReviewable, newestReviewOf } from './reviews.queries.ts'
import { addReviewPhoto, readersOfReviewPhoto } from './review-photos.ts'
import { socialData } from './social-data.ts'
import { findReviewsToWrite } from './reviews-to-write.ts'
import { submitReview } from '../write-reviews/submit-review.ts'

/** Capitals are accepted; stored slugs are lower case. rule: profile-addresses */
const SLUG = /^[a-z0-9-]+$/i

/** Public profiles with their reviews, and the calls that write and answer reviews. rule: profile-addresses */
export async function reviewsRoutes(app: App, context: Context): Promise<void> {
  const readView: Handler<typeof calls.publicView> = async ({ params, actor, request }) => {
    const userId = Id.safeParse(params.professionalUserId).data
    if (userId === undefined) refuse('professional_not_found')
    const read = publicReads(context, request)
    const profile = await read(({ db }) =>
      findProfile(db, { userId, viewerId: actor?.id }, context.clock.now()),
    )
    if (!profile) refuse('professional_not_found')
    context.counts.countView(userId, viewerOf(request, actor))
    if (actor?.role !== 'client') return profile
    const pair = { client_id: actor.id, professional_id: userId }
    const { has_review, booking_id } = await findReviewable(context.db, pair, context.clock.now())
    const own = has_review ? await newestReviewOf(context.db, pair, context.clock.now()) : undefined
    return {
      ...profile,
      reviewed_by_you: has_review && booking_id === null,
      review_would_count: booking_id !== null,
      ...(own ? { your_review: own } : {}),
    }
  }
  implement(app, context, calls.publicView, readView, { isShared: true })

  const readProfile: Handler<typeof calls.publicProfile> = async ({ params, actor, request }) => {
    const slug = params.slug.toLowerCase()
    const read = publicReads(context, request)
    const now = context.clock.now()
    const profile = SLUG.test(slug)
      ? await read(({ db }) =>
          publicProfileOf(db, { slug, now, origin: context.config.publicOrigin }),
        )
      : undefined
    if (!profile) refuse('professional_not_found')
    context.counts.countView(profile.professional.user_id, viewerOf(request, actor))
    return profile
  }
  implement(app, context, calls.publicProfile, readProfile, { isShared: true })

  implement(app, context, calls.submitReview, ({ body, idempotency, request }) =>
    submitReview(context, body, idempotency, sourceTags(context, request)),
  )

  implement(app, context, calls.reviewsToWrite, ({ actor }) =>
    findReviewsToWrite(context.db, actor.id, context.clock.now()),
  )

  implement(app, context, calls.editReview, async ({ actor, params, body }) => ({
    review: await editReview(context, actor, params.id, body),
  }))

  implement(app, context, calls.reviewVersions, async ({ actor, params }) => ({
    versions: await readVersions(context.db, actor, params.id),
  }))

  implement(app, context, notes.clientNote, ({ actor, params }) =>
    readClientNote(context, actor, params.id),
  )

  implement(app, context, notes.writeClientNote, ({ actor, params, body }) =>
    writeClientNote(context, actor, params.id, body),
  )

  implement(app, context, calls.answerReview, ({ actor, params, body }) =>
    answerReview(context, actor, params.id, body.text),
  )

  await photoRoutes(app, context)
}

async function publicProfileOf(
  db: Db,
  { slug, now, origin }: { slug: string; now: Date; origin: string },
) {
  const profile = await findProfile(db, { slug }, now)
  if (!profile) return undefined
  const { professional, ...rest } = profile
  return {
    ...rest,
    professional: { ...professional, social_data: socialData(professional, origin) },
  }
}

async function photoRoutes(app: App, context: Context): Promise<void> {
  await app.register(async (forms) => {
    await acceptForms(forms)
    implement(forms, context, calls.addReviewPhoto, (call) =>
      answerForm(context, calls.addReviewPhoto, call, (form, saveOnce) =>
        saveOnce([], (ofForm) => addReviewPhoto(context, call.actor, form, ofForm)),
      ),
    )
  })
  // Every reader asks again each time, so that a photo is gone once its review is hidden. rule: review-fields
  app.get(
    urlOf(calls.reviewPhoto),
    async (request: FastifyRequest<{ Params: { file: string } }>, reply: FastifyReply) => {
      const { file } = request.params
      const actor = await app.actorOf(request)
      const readers = await readersOfReviewPhoto(context.db, file, actor?.id)
      if (!readers) refuse('image_not_found')
      const caching = readers === 'everybody' ? 'public, no-cache' : 'private, no-store'
      return sendPicture(context, request, reply, file, caching)
    },
  )
}
