import { dashboard } from '#contract/dashboard.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/implement.ts'
import type { World } from '#server/world.ts'
import { dashboardOf } from './dashboard.ts'

/** A professional's first screen. */
export function dashboardRoutes(app: App, world: World): void {
  implement(app, world, dashboard, ({ actor }) => dashboardOf(world, actor.id))
}
