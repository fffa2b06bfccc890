import { publicProfile, publicView } from '#contract/professionals.ts'
import { Id } from '#contract/values.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/implement.ts'
import { refuse } from '#server/http/refusal.ts'
import type { World } from '#server/world.ts'
import { findProfile } from './profile.ts'
import { socialData } from './social-data.ts'

const SLUG = /^[a-z0-9-]+$/

/** Profiles with their reviews, open to everyone; whoever cannot be reached is not there (decision 19). */
export function reviewsRoutes(app: App, world: World): void {
  implement(app, world, publicView, async ({ params, actor }) => {
    const userId = Id.safeParse(params.professionalUserId).data
    const profile =
      userId === undefined
        ? undefined
        : await findProfile(world.db, { userId, viewerId: actor?.id })
    return profile ?? refuse('professional_not_found')
  })

  implement(app, world, publicProfile, async ({ params }) => {
    const profile = SLUG.test(params.slug)
      ? await findProfile(world.db, { slug: params.slug })
      : undefined
    if (!profile) refuse('professional_not_found')
    const { professional, ...rest } = profile
    const social_data = socialData(professional, world.config.publicOrigin)
    return { ...rest, professional: { ...professional, social_data } }
  })
}
